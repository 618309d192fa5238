import ipaddr from 'ipaddr.js';

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

/** Parses an address: the groups of IPv6 without leading zeros, or IPv4 as it is, also where IPv6 contains it. */
function parseAddress(address: string): string | string[] {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4' ? parsed.toString() : parsed.toNormalizedString().split(':');
}
