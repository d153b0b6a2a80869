import * as option from '../../domain/options.js';
import type { CredentialRequest } from '../../ports/credential-provider.js';
import { UnknownServiceError } from './credential-errors.js';

/** What a token for one service is asked with. */
export interface OAuthService {
  /** The scopes when the request names none. */
  readonly scopes?: readonly string[];
  /** The service's name for itself, as the authorization server knows it. */
  readonly audience?: string;
  /** The service's URL (RFC 8707). */
  readonly resource?: string;
}

/** The services an OAuth provider knows. */
export interface OAuthServices {
  /** @throws UnknownServiceError */
  of(request: CredentialRequest): OAuthTarget;
}

/** What one request asks a token for. */
export interface OAuthTarget {
  readonly scopes: readonly string[];
  readonly parameters: readonly (readonly [name: string, value: string])[];
}

/** @param where the provider's factory, for messages */
export function oauthServices(
  where: string,
  id: string,
  services: Readonly<Record<string, OAuthService>>,
): OAuthServices {
  const known = new Map(Object.entries(services));
  for (const [service, needs] of known) {
    option.checkOptions(`${where}: the service "${service}"`, needs, {
      scopes: option.texts,
      audience: option.text,
      resource: option.text,
    });
  }
  return {
    of(request) {
      const service = known.get(request.service);
      if (service === undefined) throw new UnknownServiceError(id, request.service, 'Add it to "services".');
      const scopes = [...new Set(request.scopes ?? service.scopes ?? [])].sort();
      const { audience, resource } = service;
      return {
        scopes,
        parameters: [
          ...(scopes.length === 0 ? [] : [['scope', scopes.join(' ')] as const]),
          ...(audience === undefined ? [] : [['audience', audience] as const]),
          ...(resource === undefined ? [] : [['resource', resource] as const]),
        ],
      };
    },
  };
}
