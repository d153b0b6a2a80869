import { owned, type Requirement } from './requirement.js';

/** MC, TR, GW, TH: connecting to MCP servers and gateways. */
export const clients: readonly Requirement[] = [
  ...owned('house', {
    'MC-1': 'An McpClient is a name ("mcp" unless given) with tools(), refresh() and close(), and no more',
    'MC-2': 'tools() lists once and serves that list, also to callers at the same time; refresh() lists anew',
    'MC-3':
      'close() may be called twice, ends the session and every process of the server; later calls are refused by name',
    'MC-4':
      "A served tool is a plain Tool with the server's schema and the client's name as source; a defined tool has no source key",
    'MC-5':
      'Every page of the tool list is read; a repeating or endless cursor stops with a warning and keeps what was read',
    'MC-6': 'A malformed tool is set aside by name and the rest are served',
    'MC-7':
      'Text is joined, other blocks become a stand-in with type, mime and size, structured content appears once, the 2024-10-07 form is read, and an empty shape is an error without the payload',
    'MC-8': "A result marked isError is a tool error with the server's text, naming tool and server",
    'MC-10': 'mockMcpClient has the same shape, in memory',
    'TR-1':
      'stdio gives the child listed variables only, survives noise, a BOM and oversize lines on stdout, and reports a dead child at once with the tail of its stderr',
    'TR-2': 'http is Streamable HTTP with headers fixed for the connection',
    'TR-3':
      'A fetch that is given sees every request with the static headers, has the last word, and what it adds is kept nowhere',
    'TR-4': 'Proxies named in the environment and pooled connections work without settings',
  }),
  ...owned('remote', {
    'MC-9':
      "An abort cancels the call on the wire, leaves no listener, drops a late answer; progress renews the call's time limit",
    'MC-11':
      'A lost HTTP session is initialised again once and the refused call sent again; a call that may have run is not, and says that its outcome is unknown',
    'MC-12':
      'A changed-list notice refreshes once after a pause, and subscribers hear what was added, removed and changed',
    'GW-1':
      'gatewayTransport refuses a missing url or credentials by name; its service is "gateway" unless given',
    'GW-2': 'The credential is vended within each request and never when the transport is made',
    'GW-3':
      'A vended token serves one request and is then found nowhere: no cache, object, event, log or error',
    'GW-4': 'Vended headers are applied after static ones',
    'GW-5': 'A needed authorization is GatewayAuthorizationRequiredError with its code and authorizationUrl',
    'GW-6':
      'A fetch that is given gets the request after vending and has the last word; vending stays per request',
    'GW-7': 'Without a fetch the bytes sent are those of a transport that has no such option',
    'GW-8': 'A redirect never takes a credential to another origin',
    'TH-1':
      'A 429 over http is tried again by default: three retries and ten seconds of waiting per call at most',
    'TH-2':
      'Retry-After in either form is obeyed, a wait past the ceiling surfaces the 429 at once, and otherwise waits grow with jitter',
    'TH-3':
      'Every attempt vends and signs anew; server faults, network errors and timeouts are not retried here',
  }),
];
