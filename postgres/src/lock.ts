import { existsSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processPlace, processStart } from './process.ts';
import { StartError } from './start.error.ts';

// Locks a data folder for one running server. Node has no flock, so a file identifies the holder: process id, start of
// that process, and the machine or container in which the id is valid. There the kernel is asked; from elsewhere (two
// containers on one volume, a network folder) the holder is alive while its heartbeat updates the file's time. Each
// holder creates a new file `server.lock.<turn>`, and turns only increase: a stale lock is never replaced under its own
// name, so two starters cannot both take its place.

const beatSeconds = 2;
const silenceSeconds = 5;
const prefix = 'server.lock.';
const released = 'free';

interface Holder {
  pid: number;
  start: string | undefined;
  place: string;
}

/** Tells whether a running server, or an update, holds `dataDir`. */
export async function isFolderHeld(dataDir: string): Promise<boolean> {
  if (!existsSync(dataDir)) return false;
  const last = (await listTurns(dataDir)).at(-1);
  return last !== undefined && (await isHeld(fileOfTurn(dataDir, last)));
}

/**
 * Locks `dataDir` for this process, until the lock is released or the process ends. Throws a StartError when another
 * running server holds it.
 */
export async function lockFolder(dataDir: string) {
  const holder: Holder = { pid: process.pid, start: processStart(process.pid), place: processPlace() };
  const fileOf = (turn: number) => fileOfTurn(dataDir, turn);

  for (;;) {
    const last = (await listTurns(dataDir)).at(-1) ?? 0;
    if (last > 0) await refuseIfHeld(dataDir, fileOf(last));
    const turn = last + 1;
    if (!(await createFile(fileOf(turn), JSON.stringify(holder)))) continue; // another starter was faster
    const turns = await listTurns(dataDir);
    if (turns.at(-1) === turn) {
      for (const old of turns.slice(0, -1)) await rm(fileOf(old), { force: true });
      return hold(fileOf(turn));
    }
    await rm(fileOf(turn), { force: true }); // other servers have started and stopped since `last` was read
  }
}

function hold(file: string) {
  const beat = setInterval(() => void utimes(file, new Date(), new Date()).catch(() => {}), beatSeconds * 1000).unref();
  const release = () => {
    clearInterval(beat);
    process.off('exit', release);
    try {
      writeFileSync(file, released);
    } catch {
      // the next start sees that its holder is gone
    }
  };
  process.once('exit', release);
  return { release };
}

async function listTurns(dataDir: string): Promise<number[]> {
  const names = (await readdir(dataDir)).filter((name) => /^server\.lock\.\d+$/.test(name));
  return names.map((name) => Number(name.slice(prefix.length))).sort((one, other) => one - other);
}

async function createFile(file: string, words: string): Promise<boolean> {
  try {
    await writeFile(file, words, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new StartError(
      `Dossard cannot write in its data folder: ${(error as Error).message}.`,
      'Dossard ne peut pas écrire dans son dossier de données.',
    );
  }
}

const fileOfTurn = (dataDir: string, turn: number) => join(dataDir, `${prefix}${turn}`);

const readHolder = (file: string) => readFile(file, 'utf8').catch(() => released);

async function isHeld(file: string): Promise<boolean> {
  const words = await readHolder(file);
  return words !== released && isAlive(file, parse(words), processPlace());
}

async function refuseIfHeld(dataDir: string, file: string): Promise<void> {
  if (!(await isHeld(file))) return;
  const holder = parse(await readHolder(file));
  throw new StartError(
    `Another Dossard server${holder ? ` (process ${holder.pid})` : ''} is using the folder ${dataDir}. ` +
      'Stop it first, or set DATA_DIR to another folder.',
    `Un autre Dossard utilise déjà le dossier ${dataDir}. Arrêtez-le d’abord, ou choisissez un autre dossier avec DATA_DIR.`,
  );
}

async function isAlive(file: string, holder: Holder | undefined, place: string): Promise<boolean> {
  if (holder?.place === place) {
    const start = processStart(holder.pid);
    if (start === undefined) return false;
    if (start !== 'unknown' && holder.start !== 'unknown') return start === holder.start;
  }
  return beats(file);
}

/** Whether the file's heartbeat continues, watched for longer than two beats. */
async function beats(file: string): Promise<boolean> {
  const timeOf = async () => (await stat(file).catch(() => undefined))?.mtimeMs;
  const before = await timeOf();
  for (let waited = 0; waited < silenceSeconds; waited += 0.25) {
    await sleep(250);
    const now = await timeOf();
    if (now === undefined) return false;
    if (now !== before) return true;
  }
  return false;
}

function parse(words: string): Holder | undefined {
  try {
    return JSON.parse(words);
  } catch {
    return undefined; // its holder died between creating and filling it, or is about to fill it
  }
}
