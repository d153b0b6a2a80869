import { InvalidOptionError } from '../../../domain/errors.js';

/** @throws InvalidOptionError for a URL or a header that cannot be sent */
export function checkHttp(
  where: string,
  { url, headers = {} }: { readonly url: string; readonly headers?: Readonly<Record<string, string>> },
): void {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol !== 'https:' && parsed?.protocol !== 'http:') {
    throw new InvalidOptionError(`${where}: "url" must be an absolute http or https URL.`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new InvalidOptionError(`${where}: "url" must not hold a user or password; use headers.`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw new InvalidOptionError(
      `${where}: header ${JSON.stringify(name)} cannot be sent: a line break or a character that headers do not take.`,
    );
  }
}
