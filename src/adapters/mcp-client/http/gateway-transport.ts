import * as option from '../../../domain/options.js';
import { checkOptions } from '../../../domain/options.js';
import type { CredentialProvider } from '../../../ports/credential-provider.js';
import { checkHttp } from './check-http.js';
import type { FetchFunction } from './fetch-function.js';

/** What `gatewayTransport` takes. */
export interface GatewayTransportOptions {
  readonly url: string;
  /** Asked for a credential for every request, and never kept from one to the next. */
  readonly credentials: CredentialProvider;
  /** The name under which the provider knows the gateway; `'gateway'` unless given. */
  readonly service?: string;
  readonly scopes?: readonly string[];
  readonly mode?: 'machine' | 'user';
  /** Sent with every request, beneath what the credential says. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Called for every request with its final headers; it has the last word. */
  readonly fetch?: FetchFunction;
}

/** A server that is reached by Streamable HTTP, with a credential vended for each request. */
export interface GatewayTransport extends GatewayTransportOptions {
  readonly transport: 'gateway';
  readonly service: string;
}

export const GATEWAY_RULES: option.OptionRules = {
  url: option.required(option.text),
  credentials: option.required(option.having('a credential provider', 'getCredential')),
  service: option.text,
  scopes: option.texts,
  mode: option.oneOf('machine', 'user'),
  headers: option.textMap,
  fetch: option.callback,
};

/**
 * A transport whose credential is vended inside every request, so that it is never older than the request and has no
 * place to leak from. Nothing is asked of the provider here.
 *
 * @throws InvalidOptionError naming the option that is wrong
 */
export function gatewayTransport(options: GatewayTransportOptions): GatewayTransport {
  const given = checkOptions('gatewayTransport', options, GATEWAY_RULES);
  checkHttp('gatewayTransport', given);
  return { ...given, service: given.service ?? 'gateway', transport: 'gateway' };
}
