import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, root } from '../product/product.ts';

/* The files of deploy/ha, with the ports and folders of this machine filled in. */

/** Machines of which each has etcd, Patroni and PostgreSQL. */
export const machines = [1, 2, 3] as const;
export type MachineNumber = (typeof machines)[number];

export type Place = Awaited<ReturnType<typeof findPlace>>;

/** Ports and folders that stand for those of three machines; their names are `10.0.0.<number>:<port>` in the files. */
export async function findPlace(folder: string) {
  const ports = new Map<string, number>();
  for (const number of machines)
    for (const port of [2379, 2380, 5432, 8008]) ports.set(`10.0.0.${number}:${port}`, await freePort());
  return {
    folderOf: (number: MachineNumber) => join(folder, `node-${number}`),
    /** The port of 127.0.0.1 that stands for an address. Throws for one that nobody has. */
    portOf(address: string): number {
      const port = ports.get(address);
      if (port === undefined) throw new Error(`No machine of deploy/ha has the address ${address}.`);
      return port;
    },
  };
}

/** Reads a file of deploy/ha as it would be on a machine: the lines above "All machines alike" speak of the first one. */
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

/** Reads `NAME=value` lines as systemd does. */
export function parseEnvironment(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
