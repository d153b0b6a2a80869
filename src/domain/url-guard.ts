import { addressRange, type AddressRange } from './address-range.js';
import { SallyportError } from './errors.js';

/** Which places a URL may lead to, beyond public ones over https. */
export interface UrlPolicy {
  /** Whether this machine itself is allowed, over https or plain http (default true). */
  readonly loopback?: boolean;
  /** Whether private networks are allowed, over https (default false): for an address that the operator wrote. */
  readonly privateNetwork?: boolean;
}

/** A URL leads where no request may go. The message never shows the URL. `code: 'ERR_URL_FORBIDDEN'`. */
export class ForbiddenUrlError extends SallyportError {
  constructor(what: string, fault: string) {
    super('ERR_URL_FORBIDDEN', `${what} ${fault}. Use an https URL of a public host, or http on loopback.`);
  }
}

/**
 * The URL, parsed, when a request may go there: https, or http on loopback; no user or password in it; no address of a
 * private, link-local or reserved range in its host. A name is judged again when it is resolved (`refuseAddress`).
 *
 * @param what how the caller knows the URL, for the refusal
 * @throws ForbiddenUrlError
 */
export function checkOutboundUrl(url: string | URL, what: string = 'The URL', policy: UrlPolicy = {}): URL {
  const parsed = URL.canParse(String(url)) ? new URL(String(url)) : undefined;
  if (parsed === undefined) throw new ForbiddenUrlError(what, 'is no absolute URL');
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:') {
    throw new ForbiddenUrlError(what, 'has a scheme other than https');
  }
  if (parsed.username !== '' || parsed.password !== '')
    throw new ForbiddenUrlError(what, 'holds a user or password');
  if (parsed.hostname === '') throw new ForbiddenUrlError(what, 'has no host');
  const range = addressRange(parsed.hostname);
  const local = isLoopbackHost(parsed.hostname);
  if (parsed.protocol === 'http:' && !local)
    throw new ForbiddenUrlError(what, 'uses plain http to another machine');
  if (local && policy.loopback === false) throw new ForbiddenUrlError(what, 'leads back to this machine');
  if (range !== undefined && !local) refuseRange(range, what, policy);
  return parsed;
}

/**
 * Refuses an address that a name was resolved to. A loopback name may only be this machine; any other name must be a
 * public address, or a private one (this machine included) where the policy allows private networks.
 *
 * @throws ForbiddenUrlError
 */
export function refuseAddress(hostname: string, address: string, policy: UrlPolicy = {}): void {
  const range = addressRange(address) ?? 'forbidden';
  const what = 'The host';
  if (!isLoopbackHost(hostname)) refuseRange(range, what, policy);
  else if (range !== 'loopback')
    throw new ForbiddenUrlError(what, 'has a loopback name but leads to another machine');
}

/** Whether a host, as a parsed URL has it, is this machine: `localhost`, a name below it, or a loopback address. */
export function isLoopbackHost(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name === 'localhost' || name.endsWith('.localhost') || addressRange(name) === 'loopback';
}

function refuseRange(range: AddressRange, what: string, policy: UrlPolicy): void {
  if (range === 'public' || (range !== 'forbidden' && policy.privateNetwork === true)) return;
  throw new ForbiddenUrlError(
    what,
    `leads to a ${range === 'private' ? 'private network' : `${range} address`}`,
  );
}
