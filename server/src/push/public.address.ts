import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether an IP address is on the internet, as opposed to our own machine, its networks, and reserved ones (RFC 6890). */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) > 0 && ipaddr.parse(address).range() === 'unicast';

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
