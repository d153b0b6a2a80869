import { PrivateKeyJwt, type AuthorizationServer, type ClientAuth } from 'oauth4webapi';
import { isLoopbackHost } from '../../../domain/url-guard.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { authenticationMethod, clientAuthentication } from './client-authentication.js';
import type { GuardedHttp } from './guarded-http.js';
import type { KnownClient } from './known-client.js';
import type { McpAuthorizationOptions, RegisteredMcpClient } from './mcp-authorization-options.js';
import { signingKey } from './private-key.js';
import { registerClient, type ClientMetadata } from './register-client.js';

/**
 * Who the application is to a server: the client that was registered by hand, else its metadata document where the
 * server reads such, else a client that is registered here and now.
 *
 * @throws CredentialUnavailableError when the server offers no way that the options allow
 */
export async function knownClient(
  http: GuardedHttp,
  server: AuthorizationServer,
  { client, clientMetadataUrl, clientName = 'sallyport', redirectUrl }: McpAuthorizationOptions,
  signal: AbortSignal,
): Promise<KnownClient> {
  if (client !== undefined) return { id: client.id, authentication: await byHand(client, server) };
  if (clientMetadataUrl !== undefined && server.client_id_metadata_document_supported === true)
    return { id: clientMetadataUrl, authentication: clientAuthentication('none') };
  if (server.registration_endpoint === undefined || redirectUrl === undefined) {
    throw new CredentialUnavailableError(
      'The authorization server registers no clients. Register one by hand and give it as "client".',
      false,
    );
  }
  const method = authenticationMethod(server, ['none', 'client_secret_basic', 'client_secret_post']);
  const metadata: ClientMetadata = {
    client_name: clientName,
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    application_type: isLoopbackHost(new URL(redirectUrl).hostname) ? 'native' : 'web',
  };
  return registerClient(http, new URL(server.registration_endpoint), metadata, signal);
}

async function byHand(client: RegisteredMcpClient, server: AuthorizationServer): Promise<ClientAuth> {
  const { secret, privateKey, signingAlgorithm, keyId, authentication } = client;
  if (privateKey !== undefined) {
    const key = await signingKey(privateKey, signingAlgorithm);
    return PrivateKeyJwt(keyId === undefined ? key : { key, kid: keyId });
  }
  if (secret === undefined) return clientAuthentication('none');
  if (authentication !== undefined)
    return clientAuthentication(
      authentication === 'basic' ? 'client_secret_basic' : 'client_secret_post',
      secret,
    );
  return clientAuthentication(
    authenticationMethod(server, ['client_secret_basic', 'client_secret_post']),
    secret,
  );
}
