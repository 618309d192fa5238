import { hostname, networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

/** The names and addresses of this machine. */
export interface LaptopNames {
  names: string[];
  addresses: string[];
}

/** Private networks: those of routers, of phones that share their connection, and of this machine. */
export const privateNetworks = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '127.0.0.0/8',
  'fc00::/7',
  'fe80::/10',
  '::1/128',
];
const privateRanges = ['private', 'carrierGradeNat', 'linkLocal', 'loopback', 'uniqueLocal'];

/** Whether an address belongs to a private network. */
export const isPrivate = (address: string): boolean => privateRanges.includes(ipaddr.parse(address).range());

/** Whether a server that listens at a host answers on every network of this machine. */
export const isEverywhere = (host: string): boolean => host === '0.0.0.0' || host === '::';

/** The networks that programs make between themselves, by the names of their interfaces. */
const isVirtual = (name: string) =>
  /^(docker|br-|veth|virbr|vmnet|vboxnet|vethernet|podman|cni|tailscale|utun|tun|wg)/i.test(name);

/**
 * Lists the IPv4 addresses of this machine on its networks, those of phones first: private, and not between programs;
 * people type them and phones connect to them.
 */
export function listNetworkAddresses(): string[] {
  const found = Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter(({ internal, family }) => !internal && family === 'IPv4')
      .map(({ address }) => ({ address, distance: (isVirtual(name) ? 2 : 0) + (isPrivate(address) ? 0 : 1) })),
  );
  return found.sort((one, other) => one.distance - other.distance).map(({ address }) => address);
}

/** Lists every name and private address by which a browser may reach this machine. */
export function listLaptopNames(): LaptopNames {
  const name = hostname()
    .toLowerCase()
    .replace(/[^a-z0-9.-]/g, '-')
    .replace(/\.local$/, '');
  return {
    names: ['localhost', name, ...(name.includes('.') ? [] : [`${name}.local`])],
    addresses: ['127.0.0.1', '::1', ...listNetworkAddresses().filter(isPrivate)],
  };
}
