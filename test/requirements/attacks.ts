import { owned, type Requirement } from './requirement.js';

/** T: attacks to survive. */
export const attacks: readonly Requirement[] = [
  ...owned('house', {
    T20: 'A pattern or template made to backtrack blocks the event loop for less than 50 ms',
  }),
  ...owned('remote', {
    T14: 'A redirect on a call is refused, and the other host receives nothing',
    T15: 'Discovery that leads to a private address is refused on the resolved address at each hop, without the body in the error',
    T17: 'A consent URL is https, or http on loopback, meets no shell, and is shown with its real host',
    T18: 'An issuer that differs from its URL or its callback is refused',
    T19: 'A line break in a header value is refused where the value comes in',
    T21: 'A schema made to explode sets its tool aside within 100 ms and fetches nothing',
    T23: 'Hidden or commanding text in a description is flagged, shown escaped and not approved by itself',
    T24: 'A definition that changes after approval blocks its calls until it is approved again',
    T25: "A second server's tool of the same name cannot take over calls",
    T27: 'A flood on a stream is cut by bytes and events per call, in bounded memory',
    T28: 'Odd, double and late responses give one outcome per call and no unhandled rejection',
    T29: 'A secret in what a peer answers reaches no reply, log, event, checkpoint or page',
    T30: 'Control and direction characters are escaped in terminal and log, and a log line stays one line',
    T31: 'Keys that name a prototype stay plain keys or are refused, and no prototype changes',
  }),
  ...owned('approvals', {
    T32: 'An approval binds final args, definition and principal, and any change after it is refused',
    T34: 'An approval is used once, by whoever may, before it expires, for its own run',
    T36: 'A checkpoint that was changed, swapped or rolled back is refused and leaves an audit entry',
  }),
  ...owned('later: serving tools and the gateway', {
    T01: 'A foreign Host is refused before the body is parsed',
    T02: 'A foreign or null Origin is refused and never reflected',
    T04: "One bearer's session cannot be used, read or ended with another bearer or none",
    T05: 'A session id is made by the server alone, long and random',
    T07: 'A token for another audience is refused, and an inbound one never goes upstream',
    T08: 'Consent is per client and exact redirect, and its state is single-use and bound to the browser',
    T09: 'Half-open connections time out while healthy clients stay fast',
    T10: 'Bodies that are too large, too deep or misdeclared are refused in bounded memory',
    T11: 'The cap on a body counts after decompression',
    T12: 'Sessions are capped and expire, with no process for each, and memory returns',
    T37: 'The console renders text, sends a strict policy, and refuses requests from other sites',
  }),
  ...owned('later: code runners', {
    T38: 'A local command meets no shell, gets listed variables, stays in its folder, and its whole group ends with it',
  }),
];
