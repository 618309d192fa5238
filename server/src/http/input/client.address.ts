import { isIPv6 } from 'node:net';

/**
 * Returns the key of the client behind an address: the address itself, or for IPv6 its /64 network, because one client
 * can use all addresses of it.
 */
export function clientOf(address: string): string {
  const parsed = parseAddress(address);
  return typeof parsed === 'string' ? parsed : `${parsed.slice(0, 4).join(':')}::/64`;
}

/** Returns the network of an address: without the last number, or for IPv6 the /48 of one household or company. */
export function networkOf(address: string): string {
  const parsed = parseAddress(address);
  if (typeof parsed !== 'string') return `${parsed.slice(0, 3).join(':')}::/48`;
  return parsed.replace(/\.\d+$/, '.0/24');
}

/**
 * Parses an address: the groups of IPv6 without leading zeros, or the address as it is; IPv4 is extracted from its IPv6
 * form.
 */
function parseAddress(address: string): string | string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  const [head = '', tail] = bare.toLowerCase().split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const all = [...first, ...Array<string>(zeros).fill('0'), ...last];
  return all.map((group) => group.replace(/^0+(?=.)/, ''));
}
