import * as oauth from 'oauth4webapi';
import { SallyportError } from '../../../domain/errors.js';
import type { Send } from '../http-exchange.js';
import { oauthFault } from '../oauth-fault.js';
import { oauthFetch } from '../oauth-fetch.js';

/** Where a token is asked for, and as whom. */
export interface TokenEndpoint {
  readonly send: Send;
  /** The endpoint in it has been judged. */
  readonly server: oauth.AuthorizationServer;
  readonly clientId: string;
  readonly authentication: oauth.ClientAuth;
}

/**
 * Asks for a token by any grant. A parameter without a value is left out.
 *
 * @throws CredentialUnavailableError without anything of the answer but a registered error code
 */
export async function requestToken(
  { send, server, clientId, authentication }: TokenEndpoint,
  grantType: string,
  parameters: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<oauth.TokenEndpointResponse> {
  const what = 'The token endpoint';
  const client = { client_id: clientId };
  const form = Object.entries(parameters).flatMap(([name, value]) => (value ? [[name, value]] : []));
  try {
    const answer = await oauth.genericTokenEndpointRequest(server, client, authentication, grantType, form, {
      [oauth.customFetch]: oauthFetch(send, what),
      [oauth.allowInsecureRequests]: true,
      signal,
    });
    return await oauth.processGenericTokenEndpointResponse(server, client, answer, {
      recognizedTokenTypes: { n_a: () => undefined },
    });
  } catch (thrown) {
    signal.throwIfAborted();
    throw SallyportError.is(thrown) ? thrown : oauthFault(what, thrown);
  }
}
