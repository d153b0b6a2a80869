import type { Credential } from '../../domain/credential.js';
import { InvalidOptionError } from '../../domain/errors.js';
import * as option from '../../domain/options.js';
import { checkOutboundUrl } from '../../domain/url-guard.js';
import type { Awaitable } from '../../ports/awaitable.js';
import type { CredentialProvider } from '../../ports/credential-provider.js';
import { bearer } from './bearer.js';
import {
  CredentialInvalidError,
  CredentialUnavailableError,
  quoted,
  UnknownServiceError,
} from './credential-errors.js';
import { httpExchange, type HttpAnswer } from './http-exchange.js';
import { madeCredential } from './made-credential.js';
import { secretFrom } from './secret-source.js';
import { checkHeaderValue } from './secret-credential.js';
import { refuseOtherMode, servedModeRule, type ServedMode } from './served-mode.js';
import { vaultPath } from './vault-path.js';

/** Where the secrets are in a HashiCorp Vault KV engine of version 2, and how they become credentials. */
export interface VaultCredentialsOptions {
  /** The server, for example `https://vault.example:8200`. */
  readonly address: string;
  /** The Vault token, or a function that gives it for each request; `forceReauth` asks for a new one. */
  readonly token:
    string | ((ask: { readonly forceReauth: boolean; readonly signal?: AbortSignal }) => Awaitable<string>);
  readonly namespace?: string;
  /** The mount of the engine (default `secret`). */
  readonly mount?: string;
  /** The path of a secret, from `{service}`, `{tenant}` and `{principal}` (default `{service}`). */
  readonly path?: string;
  /** The field that holds the bearer token (default `token`). Not together with `credential`. */
  readonly field?: string;
  /** Makes the credential from the secret's text fields, for one that is no bearer token. */
  readonly credential?: (fields: Readonly<Record<string, string>>, service: string) => Credential;
  /**
   * Whose the secrets are. Default: the user's when `path` has `{principal}`, otherwise the application's own, and a
   * request for the other is refused. `any`: whoever asks.
   */
  readonly mode?: 'machine' | 'any';
  /** For one whole request, in milliseconds (default 5000). */
  readonly timeoutMs?: number;
  /** Whether the server may be in a private network (default false). */
  readonly privateNetwork?: boolean;
}

const ID = 'vault';

/**
 * Credentials from HashiCorp Vault, KV version 2, read at each request: a new version is seen at once and nothing is
 * kept. A secret that does not exist, or whose newest version is deleted, is an unknown service.
 */
export function vaultCredentials(options: VaultCredentialsOptions): CredentialProvider {
  const checked = option.checkOptions('vaultCredentials()', options, RULES);
  const { token, namespace, mount = 'secret', timeoutMs = 5_000, privateNetwork = false } = checked;
  const path = vaultPath(checked.path ?? '{service}');
  const serves: ServedMode = checked.mode ?? (path.has('principal') ? 'user' : 'machine');
  const base = baseOf(checked.address, mount, privateNetwork);
  const make = makerOf(checked);
  if (namespace !== undefined) checkHeaderValue('vaultCredentials(): "namespace"', namespace);
  if (typeof token === 'string') checkHeaderValue('vaultCredentials(): "token"', token);
  const send = httpExchange({ timeoutMs, policy: { privateNetwork } });
  return {
    id: ID,
    async getCredential(request) {
      const { service, signal, forceReauth = false } = request;
      signal?.throwIfAborted();
      refuseOtherMode(
        ID,
        serves,
        request,
        'Put {principal} into "path" for user credentials, or leave it out.',
      );
      const url = `${base}/${path.of(request)}`;
      const source = (): Awaitable<string> =>
        typeof token === 'string'
          ? token
          : token({ forceReauth, ...(signal === undefined ? {} : { signal }) });
      const secret = await secretFrom('vaultCredentials(): "token"', source, signal);
      const answer = await send({
        what: 'Vault',
        method: 'GET',
        url,
        headers: {
          'x-vault-request': 'true',
          'x-vault-token': checkHeaderValue('vaultCredentials(): the answer of "token"', secret),
          ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
        },
        signal,
      });
      return { status: 'issued', credential: make(fieldsOf(answer, service), service) };
    },
  };
}

const RULES: option.OptionRules = {
  address: option.required(option.text),
  token: option.required({
    expected: 'a Vault token, or a function that gives it',
    test: (value) => option.text.test(value) || option.callback.test(value),
    required: true,
  }),
  namespace: option.text,
  mount: option.text,
  path: option.text,
  field: option.text,
  credential: option.callback,
  mode: servedModeRule,
  timeoutMs: option.positiveWhole,
  privateNetwork: option.flag,
};

function baseOf(address: string, mount: string, privateNetwork: boolean): string {
  const url = checkOutboundUrl(address, 'vaultCredentials(): "address"', { privateNetwork });
  if (url.search !== '' || url.hash !== '') {
    throw new InvalidOptionError('vaultCredentials(): "address" must have no query and no fragment.');
  }
  if (!/^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*$/.test(mount)) {
    throw new InvalidOptionError(
      'vaultCredentials(): "mount" must be letters, digits, _ and -, in parts joined by "/".',
    );
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/v1/${mount}/data`;
}

type Make = (fields: ReadonlyMap<string, string>, service: string) => Credential;

function makerOf({ field, credential }: VaultCredentialsOptions): Make {
  if (field !== undefined && credential !== undefined) {
    throw new InvalidOptionError('vaultCredentials() takes "field" or "credential", not both.');
  }
  const what = (service: string): string => `the Vault secret for ${quoted(service)}`;
  if (credential !== undefined) {
    return (fields, service) =>
      madeCredential(what(service), () => credential(Object.fromEntries(fields), service));
  }
  const name = field ?? 'token';
  return (fields, service) => {
    const value = fields.get(name);
    if (value !== undefined) return madeCredential(what(service), () => bearer(value));
    throw new CredentialInvalidError(
      `${what(service)} has no text field ${quoted(name)}. Set "field" to the one it has.`,
    );
  };
}

/** The text fields of the secret that Vault answered. */
function fieldsOf({ status, body }: HttpAnswer, service: string): ReadonlyMap<string, string> {
  if (status === 404)
    throw new UnknownServiceError(ID, service, 'Write the secret, or check "mount", "path" and "namespace".');
  if (status === 401 || status === 403) {
    throw new CredentialUnavailableError(
      `Vault refused the secret for ${quoted(service)} (status ${status}). Check the token, its policy and "namespace".`,
      false,
    );
  }
  if (status !== 200) {
    const transient = status === 429 || status === 412 || status >= 472;
    throw new CredentialUnavailableError(
      `Vault answered status ${status} for ${quoted(service)}.`,
      transient,
    );
  }
  const data = entriesOf(entriesOf(parsed(body))?.get('data'))?.get('data');
  const fields = entriesOf(data);
  if (fields === undefined)
    throw new CredentialInvalidError('Vault answered with no KV version 2 secret. Check "mount".');
  return new Map([...fields].filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function entriesOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  return option.object.test(value) ? new Map(Object.entries(value as object)) : undefined;
}
