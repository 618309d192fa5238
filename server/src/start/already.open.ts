import { setTimeout as pause } from 'node:timers/promises';
import { isFolderHeld } from '@dossard/postgres/lock.ts';
import { isEverywhere } from '../https/laptop.names.ts';
import type { Environment } from './environment.ts';

/** How long a server that is being started may take until it answers, in milliseconds. */
const longestMs = 60_000;
const pauseMs = 500;

type Start = Pick<Environment, 'dataDir' | 'port' | 'host'>;

/**
 * Tells whether a server already runs on `dataDir` and answers at `port`: somebody has opened Dossard twice. Waits for
 * one that is still starting, and says so.
 */
export async function isAlreadyOpen(
  { dataDir, port, host }: Start,
  print: (sentence: string) => void,
): Promise<boolean> {
  const name = isEverywhere(host) ? '127.0.0.1' : host;
  const end = Date.now() + longestMs;
  for (let isFirst = true; await isFolderHeld(dataDir); isFirst = false) {
    if (await isLive(name, port)) return true;
    if (Date.now() > end) return false;
    if (isFirst) print('Dossard démarre déjà… / Dossard is already starting…');
    await pause(pauseMs);
  }
  return false;
}

function isLive(host: string, port: number): Promise<boolean> {
  const name = host.includes(':') ? `[${host}]` : host;
  const asked = fetch(`http://${name}:${port}/health/live`, { signal: AbortSignal.timeout(pauseMs * 10) });
  return asked.then(
    ({ ok }) => ok,
    () => false,
  );
}
