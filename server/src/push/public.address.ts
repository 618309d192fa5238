import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/* Addresses on the internet, as opposed to our own machine, its networks, and reserved ones (RFC 6890). */

const reserved = new BlockList();
for (const network of [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]) {
  const [address = '', length] = network.split('/');
  reserved.addSubnet(address, Number(length), 'ipv4');
}
// Documentation, and addresses that contain one of IPv4: Teredo, 6to4.
for (const [address, length] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  reserved.addSubnet(address, length, 'ipv6');
const unicast = new BlockList();
unicast.addSubnet('2000::', 3, 'ipv6');

/** Whether an IP address is on the internet. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !reserved.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

/** Resolves names like Node, and fails if any address is not allowed: the connection uses what was checked. */
export const lookupWithin =
  (isAllowed: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error) callback(error, '');
      else if (!first || !found.every(({ address }) => isAllowed(address)))
        callback(new Error('The name leads to a private address.'), '');
      else if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
