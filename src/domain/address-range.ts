/**
 * What kind of place an IP address is. `forbidden` covers what no service is ever reached by: link-local (cloud
 * metadata), unspecified, multicast, documentation and reserved ranges, and forms that hide another address.
 */
export type AddressRange = 'public' | 'loopback' | 'private' | 'forbidden';

type Row = readonly [prefix: readonly number[], bits: number, range: AddressRange];

/** The first row that matches decides; an address that matches none is public. */
const IPV4: readonly Row[] = [
  [[127, 0, 0, 0], 8, 'loopback'],
  [[100, 100, 100, 200], 32, 'forbidden'],
  [[10, 0, 0, 0], 8, 'private'],
  [[172, 16, 0, 0], 12, 'private'],
  [[192, 168, 0, 0], 16, 'private'],
  [[100, 64, 0, 0], 10, 'private'],
  [[198, 18, 0, 0], 15, 'private'],
  [[0, 0, 0, 0], 8, 'forbidden'],
  [[169, 254, 0, 0], 16, 'forbidden'],
  [[192, 0, 0, 0], 24, 'forbidden'],
  [[192, 0, 2, 0], 24, 'forbidden'],
  [[192, 88, 99, 0], 24, 'forbidden'],
  [[198, 51, 100, 0], 24, 'forbidden'],
  [[203, 0, 113, 0], 24, 'forbidden'],
  [[224, 0, 0, 0], 3, 'forbidden'],
];

/** The first row that matches decides; an address that matches none is forbidden, for only 2000::/3 is in public use. */
const IPV6: readonly Row[] = [
  [bytes(0, 0, 0, 0, 0, 0, 0, 1), 128, 'loopback'],
  [bytes(0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0), 32, 'forbidden'],
  [bytes(0xfc00, 0, 0, 0, 0, 0, 0, 0), 7, 'private'],
  [bytes(0xfec0, 0, 0, 0, 0, 0, 0, 0), 10, 'private'],
  [bytes(0x2001, 0, 0, 0, 0, 0, 0, 0), 32, 'forbidden'],
  [bytes(0x2001, 0x0db8, 0, 0, 0, 0, 0, 0), 32, 'forbidden'],
  [bytes(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20, 'forbidden'],
  [bytes(0x2000, 0, 0, 0, 0, 0, 0, 0), 3, 'public'],
];

const MAPPED: readonly number[] = bytes(0, 0, 0, 0, 0, 0xffff, 0, 0);
const NAT64: readonly number[] = bytes(0x64, 0xff9b, 0, 0, 0, 0, 0, 0);
const SIX_TO_FOUR: readonly number[] = bytes(0x2002, 0, 0, 0, 0, 0, 0, 0);

/**
 * The range of an IP address in text: dotted IPv4, or IPv6 with or without brackets and zone. An IPv6 form that
 * carries an IPv4 address is judged by that address.
 *
 * @returns undefined when the text is a name and no address
 */
export function addressRange(text: string): AddressRange | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const v4 = parseIpv4(bare);
  if (v4 !== undefined) return rangeIn(IPV4, v4) ?? 'public';
  const v6 = parseIpv6(bare.split('%')[0] ?? '');
  if (v6 === undefined) return bare.includes(':') ? 'forbidden' : undefined;
  if (hasPrefix(v6, MAPPED, 96)) return rangeIn(IPV4, v6.slice(12)) ?? 'public';
  if (hasPrefix(v6, NAT64, 96)) return rangeIn(IPV4, v6.slice(12)) === undefined ? 'public' : 'forbidden';
  if (hasPrefix(v6, SIX_TO_FOUR, 16))
    return rangeIn(IPV4, v6.slice(2, 6)) === undefined ? 'public' : 'forbidden';
  return rangeIn(IPV6, v6) ?? 'forbidden';
}

function rangeIn(rows: readonly Row[], address: readonly number[]): AddressRange | undefined {
  return rows.find(([prefix, bits]) => hasPrefix(address, prefix, bits))?.[2];
}

function hasPrefix(address: readonly number[], prefix: readonly number[], bits: number): boolean {
  for (let bit = 0; bit < bits; bit += 8) {
    const mask = bits - bit >= 8 ? 0xff : (0xff << (8 - (bits - bit))) & 0xff;
    if ((((address[bit / 8] ?? 0) ^ (prefix[bit / 8] ?? 0)) & mask) !== 0) return false;
  }
  return true;
}

function parseIpv4(text: string): number[] | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255))
    return undefined;
  return parts.map(Number);
}

function parseIpv6(text: string): number[] | undefined {
  const dotted = /^(.*:)([\d.]+)$/.exec(text);
  const tail = dotted?.[2]?.includes('.') === true ? parseIpv4(dotted[2]) : [];
  if (tail === undefined) return undefined;
  const head = tail.length === 0 ? text : `${dotted?.[1] ?? ''}0:0`;
  const halves = head.split('::');
  if (halves.length > 2 || !head.includes(':')) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...left, ...new Array<string>(missing).fill('0'), ...right];
  if (!groups.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  const all = bytes(...groups.map((group) => Number.parseInt(group, 16)));
  return tail.length === 0 ? all : [...all.slice(0, 12), ...tail];
}

function bytes(...groups: readonly number[]): number[] {
  return groups.flatMap((group) => [group >> 8, group & 0xff]);
}
