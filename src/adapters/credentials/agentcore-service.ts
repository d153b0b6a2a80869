import { InvalidOptionError } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import type { CredentialRequest } from '../../ports/credential-provider.js';
import type { OAuth2TokenAsk } from './agentcore-identity-client.js';
import { CredentialUnavailableError, quoted, UnknownServiceError } from './credential-errors.js';

/** How one service's credential is had from AgentCore. */
export interface AgentCoreService {
  /** The name of the credential provider in AgentCore (default: the service's name). */
  readonly provider?: string;
  /** `oauth2` (default) or `api-key`. */
  readonly kind?: 'oauth2' | 'api-key';
  /** The OAuth 2 flow. Default: by the request's mode, `user-federation` for `user`, otherwise `m2m`. */
  readonly flow?: 'm2m' | 'user-federation' | 'on-behalf-of';
  /** The scopes when the request names none. */
  readonly scopes?: readonly string[];
  /** The header that carries an API key (default `x-api-key`). */
  readonly header?: string;
  /** Where the user returns to after consent; one of those registered for the workload. */
  readonly returnUrl?: string;
  /** Further parameters of the consent request. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly audiences?: readonly string[];
  readonly resources?: readonly string[];
}

/** What a request comes down to. */
export interface AgentCorePlan {
  readonly service: AgentCoreService;
  readonly provider: string;
  readonly flow: OAuth2TokenAsk['oauth2Flow'];
  readonly user: boolean;
}

const FLOWS = {
  m2m: 'M2M',
  'user-federation': 'USER_FEDERATION',
  'on-behalf-of': 'ON_BEHALF_OF_TOKEN_EXCHANGE',
} as const;

const RULES: option.OptionRules = {
  provider: option.text,
  kind: option.oneOf('oauth2', 'api-key'),
  flow: option.oneOf('m2m', 'user-federation', 'on-behalf-of'),
  scopes: option.texts,
  header: option.text,
  returnUrl: option.text,
  parameters: option.textMap,
  audiences: option.texts,
  resources: option.texts,
};

/**
 * The services by name. Without a table, every service is the OAuth 2 credential provider of its own name.
 *
 * @returns a function that plans a request; it throws UnknownServiceError, and CredentialUnavailableError when the
 *   service's flow is not of the mode asked for
 */
export function agentCoreServices(
  id: string,
  table: Readonly<Record<string, AgentCoreService>> | undefined,
): (request: CredentialRequest) => AgentCorePlan {
  const known = table === undefined ? undefined : new Map(Object.entries(table));
  for (const [name, service] of known ?? []) {
    const where = `agentCoreIdentity(): the service ${quoted(name)}`;
    const { kind, flow, header } = option.checkOptions(where, service, RULES);
    if (kind === 'api-key' && flow !== undefined)
      throw new InvalidOptionError(`${where}: an API key has no "flow".`);
    if (kind !== 'api-key' && header !== undefined) {
      throw new InvalidOptionError(`${where}: "header" is for { kind: 'api-key' }.`);
    }
  }
  return (request) => {
    const service = known === undefined ? {} : known.get(request.service);
    if (service === undefined) throw new UnknownServiceError(id, request.service, 'Add it to "services".');
    const flow = service.flow ?? (request.mode === 'user' ? 'user-federation' : 'm2m');
    const user = service.kind === 'api-key' ? request.mode === 'user' : flow !== 'm2m';
    if (request.mode !== undefined && (request.mode === 'user') !== user) {
      throw new CredentialUnavailableError(
        `agentCoreIdentity(): ${quoted(request.service)} has the flow "${flow}", which is not of the mode "${request.mode}".`,
        false,
      );
    }
    return { service, provider: service.provider ?? request.service, flow: FLOWS[flow], user };
  };
}
