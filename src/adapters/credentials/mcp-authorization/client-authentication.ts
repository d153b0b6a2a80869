import * as oauth from 'oauth4webapi';
import { CredentialUnavailableError } from '../credential-errors.js';

/** How a client says who it is at a token endpoint, as metadata names it. */
export type AuthenticationMethod = 'none' | 'client_secret_basic' | 'client_secret_post';

/**
 * The method for a client with or without a secret: the wanted one, else the first that the server supports. A server
 * that says nothing supports `client_secret_basic` (RFC 8414).
 *
 * @throws CredentialUnavailableError when the server supports none that is known
 */
export function authenticationMethod(
  { token_endpoint_auth_methods_supported: supported = ['client_secret_basic'] }: oauth.AuthorizationServer,
  usable: readonly AuthenticationMethod[],
): AuthenticationMethod {
  const method = usable.find((one) => supported.includes(one));
  if (method !== undefined) return method;
  throw new CredentialUnavailableError(
    `The authorization server supports none of ${usable.join(', ')}. Register a client by hand and give it as "client".`,
    false,
  );
}

/** Presents a client by a method. */
export function clientAuthentication(method: AuthenticationMethod, secret: string = ''): oauth.ClientAuth {
  if (method === 'none') return oauth.None();
  if (method === 'client_secret_post') return oauth.ClientSecretPost(secret);
  return (_server, client, _body, headers) => {
    const pair = `${formEncoded(client.client_id)}:${formEncoded(secret)}`;
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
  };
}

/** As a form is encoded (RFC 6749, appendix B), which leaves `-`, `.`, `_` and `*` as they are. */
function formEncoded(text: string): string {
  return new URLSearchParams([['', text]]).toString().slice(1);
}
