import * as oauth from 'oauth4webapi';
import { checkOutboundUrl } from '../../../domain/url-guard.js';
import { CredentialUnavailableError } from '../credential-errors.js';
import { orAborted } from '../or-aborted.js';
import { endpointOf, scopeOf, type Grant, type GrantTarget } from './grant.js';
import type { Authorize } from './mcp-authorization-options.js';
import { requestToken } from './token-endpoint.js';
import { UntrustedAuthorizationError } from './untrusted-authorization-error.js';

/**
 * The authorization of a user who consents: the code grant with PKCE (S256), a state, and the check of who answers
 * (RFC 9207).
 */
export function consentGrant(authorize: Authorize, redirectUrl: string): Grant {
  return async (target, { url, scopes, identity, signal }) => {
    const { server, client, resource, http } = target;
    const verifier = oauth.generateRandomCodeVerifier();
    const state = oauth.generateRandomState();
    const page = checkOutboundUrl(consentEndpoint(server), 'The consent page', http.policy);
    const parameters = {
      response_type: 'code',
      client_id: client.id,
      redirect_uri: redirectUrl,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource,
      scope: scopeOf(scopes),
      prompt: scopes.includes('offline_access') ? 'consent' : undefined,
    };
    for (const [name, value] of Object.entries(parameters)) {
      if (value !== undefined) page.searchParams.set(name, value);
    }
    const asked = authorize(page.href, { server: url, scopes, identity, signal });
    const code = codeOf(await orAborted(signal, asked), redirectUrl, target, state);
    const form = { code, redirect_uri: redirectUrl, code_verifier: verifier, resource };
    return requestToken(endpointOf(target), 'authorization_code', form, signal);
  };
}

function consentEndpoint({
  authorization_endpoint: endpoint,
  code_challenge_methods_supported: methods = [],
}: oauth.AuthorizationServer): string {
  if (endpoint !== undefined && methods.includes('S256')) return endpoint;
  throw new CredentialUnavailableError(
    endpoint === undefined
      ? 'The authorization server has no page for consent.'
      : 'The authorization server does not say that it supports PKCE with S256, without which a code can be stolen. ' +
          'Have it state code_challenge_methods_supported.',
    false,
  );
}

function codeOf(
  returned: string,
  redirectUrl: string,
  { server, client }: GrantTarget,
  state: string,
): string {
  const { origin, pathname } = new URL(redirectUrl);
  const back = URL.canParse(returned) ? new URL(returned) : undefined;
  if (back?.origin !== origin || back.pathname !== pathname)
    throw new UntrustedAuthorizationError(
      '"authorize" did not return the URL that the user was sent back to.',
    );
  try {
    const code = oauth
      .validateAuthResponse(server, { client_id: client.id }, back.searchParams, state)
      .get('code');
    if (code !== null && code !== '') return code;
  } catch (thrown) {
    if (thrown instanceof oauth.AuthorizationResponseError) {
      const denied = thrown.error === 'access_denied';
      throw new CredentialUnavailableError(
        denied ? 'The user did not consent.' : 'The authorization server refused the request for consent.',
        false,
      );
    }
  }
  throw new UntrustedAuthorizationError(
    'The answer to the request for consent has another state or issuer than was asked, or no code. Ask for consent again; ' +
      'if it stays so, somebody answers in place of the authorization server.',
  );
}
