import { CredentialUnavailableError } from '../credential-errors.js';
import { clientAuthentication, type AuthenticationMethod } from './client-authentication.js';
import type { KnownClient } from './known-client.js';
import type { GuardedHttp } from './guarded-http.js';

/** What a client tells of itself when it registers (RFC 7591). */
export interface ClientMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: AuthenticationMethod;
  readonly application_type: 'native' | 'web';
}

const WHAT = 'The registration endpoint';

/**
 * Registers a client (RFC 7591). An answer that leaves out how the client authenticates means what was asked for.
 *
 * @throws CredentialUnavailableError without anything of the answer
 */
export async function registerClient(
  { send }: GuardedHttp,
  endpoint: URL,
  metadata: ClientMetadata,
  signal: AbortSignal,
): Promise<KnownClient> {
  const { status, body } = await send({
    what: WHAT,
    method: 'POST',
    url: endpoint,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(metadata),
    signal,
  });
  if (status !== 201 && status !== 200) {
    const transient = status === 429 || status >= 500;
    throw new CredentialUnavailableError(
      `${WHAT} answered status ${status}. Register a client by hand and give it as "client".`,
      transient,
    );
  }
  const { client_id: id, client_secret: secret, ...rest } = objectOf(body);
  const { token_endpoint_auth_method: told = metadata.token_endpoint_auth_method } = rest;
  const { client_secret_expires_at: end } = rest;
  const needsSecret = told === 'client_secret_basic' || told === 'client_secret_post';
  const method = needsSecret && secret !== undefined ? told : 'none';
  if (typeof id !== 'string' || id === '' || !['string', 'undefined'].includes(typeof secret)) {
    throw new CredentialUnavailableError(`${WHAT} answered with no client.`, false);
  }
  return {
    id,
    authentication: clientAuthentication(method, secret as string | undefined),
    ...(typeof end === 'number' && end > 0 ? { expiresAt: end * 1_000 } : {}),
  };
}

function objectOf(body: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
