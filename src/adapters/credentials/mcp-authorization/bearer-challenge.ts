/** What a server's Bearer challenge (RFC 6750, RFC 9728) asks for. All of it is the server's word. */
export interface BearerChallenge {
  /** Where the server says that its metadata is. */
  readonly resourceMetadata?: string;
  readonly scopes?: readonly string[];
}

/** One scheme, or one parameter of the scheme before it. */
const PART = /[\s,]*([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+)))?/g;

/** More scopes than these are not asked for: no user can judge them. */
const MAX_SCOPES = 50;

/** The Bearer challenge in a WWW-Authenticate header; empty where there is none. Takes time linear in its length. */
export function bearerChallenge(header: string = ''): BearerChallenge {
  const values = new Map<string, string>();
  let scheme = '';
  for (const [, name = '', quoted, bare] of header.matchAll(PART)) {
    const value = quoted?.replace(/\\(.)/g, '$1') ?? bare;
    if (value === undefined) scheme = name.toLowerCase();
    else if (scheme === 'bearer' && !values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  const resourceMetadata = values.get('resource_metadata');
  const scopes = scopesOf(values.get('scope')?.split(' '));
  return {
    ...(resourceMetadata === undefined ? {} : { resourceMetadata }),
    ...(scopes.length === 0 ? {} : { scopes }),
  };
}

/** The scopes in what a peer sent: those that have the form of one (RFC 6749, 3.3), each once, at most 50. */
export function scopesOf(sent: unknown): readonly string[] {
  if (!Array.isArray(sent)) return [];
  const isScope = (scope: unknown): scope is string =>
    typeof scope === 'string' && /^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/.test(scope);
  return [...new Set(sent.filter(isScope))].slice(0, MAX_SCOPES);
}
