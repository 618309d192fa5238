import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, root } from '../product/product.ts';

/* The files of deploy/ha, with the ports and folders of this machine. */

/** Machines, each with etcd, Patroni and PostgreSQL. */
export const machines = [1, 2, 3] as const;
export type MachineNumber = (typeof machines)[number];

export type Place = Awaited<ReturnType<typeof findPlace>>;

/** Chooses ports and folders that replace those of three machines, which the files name `10.0.0.<number>:<port>`. */
export async function findPlace(folder: string) {
  const ports = new Map<string, number>();
  for (const number of machines)
    for (const port of [2379, 2380, 5432, 8008]) ports.set(`10.0.0.${number}:${port}`, await freePort());
  return {
    folderOf: (number: MachineNumber) => join(folder, `node-${number}`),
    /** Returns the port of 127.0.0.1 that replaces an address. Throws for an unknown one. */
    portOf(address: string): number {
      const port = ports.get(address);
      if (port === undefined) throw new Error(`No machine of deploy/ha has the address ${address}.`);
      return port;
    },
  };
}

/** Reads a file of deploy/ha as on a machine: the lines above "All machines alike" are for the first machine. */
export async function readFor(place: Place, number: MachineNumber, name: string): Promise<string> {
  const text = await readFile(join(root, 'deploy', 'ha', name), 'utf8');
  const [own = '', ...common] = text.split(/(?=^# All machines alike)/m);
  const ofMachine = own.replaceAll('node-1', `node-${number}`).replaceAll('10.0.0.1:', `10.0.0.${number}:`);
  return fillIn([ofMachine, ...common].join(''), place).replaceAll('/var/lib/', `${place.folderOf(number)}/`);
}

/** Reads the configuration of HAProxy, which listens on `port`. */
export async function readForProxy(place: Place, port: number): Promise<string> {
  const text = await readFile(join(root, 'deploy', 'ha', 'haproxy.cfg'), 'utf8');
  return fillIn(text.replace('bind 127.0.0.1:5432', `bind 127.0.0.1:${port}`), place);
}

function fillIn(text: string, place: Place): string {
  return text
    .replaceAll(/(10\.0\.0\.\d):(\d+) check port (\d+)/g, (_, host, port, checked) => {
      return `${host}:${port} check port ${place.portOf(`${host}:${checked}`)}`;
    })
    .replaceAll(/10\.0\.0\.\d:\d+/g, (address) => `127.0.0.1:${place.portOf(address)}`);
}

/** Parses `NAME=value` lines like systemd. */
export function parseEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
