import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kinship } from '@dossard/postgres/process.ts';
import { admin, freePort } from '@dossard/testbed/product/product.ts';
import { test as base, expect } from 'vitest';

/* An installation like a volunteer's: an ordinary user, a folder with spaces and accents, an empty PATH. */

/** The user `nobody` if we are root; otherwise we are already an ordinary user. */
const ordinary = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
const patient = { timeout: 90_000, interval: 50 };

export interface Installation {
  home: string;
  url: string;
  /** Runs one of the files that people open, such as `start.sh`, until it ends or is stopped. */
  run(script: string, args?: readonly string[], more?: Record<string, string>): Running;
}

export interface Running {
  child: ChildProcess;
  output: () => string;
  /** Waits until the product answers, at its own address or another; fails with the output if it ended before. */
  ready(at?: string): Promise<void>;
  /** Waits for the end, and returns the exit code. */
  end(): Promise<number | null>;
  /** Stops it like Ctrl-C. */
  stop(): Promise<number | null>;
  /** Kills launcher and server; their PostgreSQL keeps running. */
  kill(): Promise<void>;
}

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs
  .extend('install', ({}, { onCleanup }) => {
    const folders: string[] = [];
    const runs: Running[] = [];
    onCleanup(async () => {
      for (const running of runs) await running.stop();
      for (const folder of folders) await stopPostgres(join(folder, 'dossard', 'data', 'postgres'));
      for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    });

    /** Unpacks an archive with the system's own program, as that user, into a new folder. */
    return async (archive: string): Promise<Installation> => {
      const folder = await mkdtemp(join(tmpdir(), "Trial d'été "));
      folders.push(folder);
      await chmod(folder, 0o777);
      const nothing = join(folder, 'nothing');
      await mkdir(nothing);
      unpackAs(archive, folder);
      const home = join(folder, 'dossard');
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const env = {
        PATH: nothing,
        HOME: folder,
        PORT: port,
        HOST: '127.0.0.1',
        ADMIN_EMAIL: admin.email,
        ADMIN_PASSWORD: admin.password,
        OPEN_BROWSER: 'off',
      };
      const run = (script: string, args: readonly string[] = [], more = {}) => {
        const running = runScript(join(home, script), args, { ...env, ...more }, url);
        runs.push(running);
        return running;
      };
      return { home, url, run };
    };
  });

/** Unpacks an archive as that user, or as another. */
export function unpackAs(archive: string, folder: string, user: object = ordinary): void {
  const unpacked = spawnSync('tar', ['-xzf', archive], { cwd: folder, ...user, encoding: 'utf8' });
  expect(unpacked.stderr).toBe('');
}

/** Runs a program as that user, or as another. */
export function runScript(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  url: string,
  user: object = ordinary,
): Running {
  const child = spawn(script, args, { env, ...user, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const end = async () => {
    if (!isOver()) await once(child, 'exit');
    return child.exitCode;
  };
  return {
    child,
    output: () => output,
    async ready(at = url) {
      const answers = () =>
        fetch(`${at}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      await expect.poll(async () => isOver() || (await answers()), patient).toBe(true);
      if (isOver()) throw new Error(`It ended by itself:\n${output}`);
    },
    end,
    async stop() {
      if (!isOver()) child.kill('SIGTERM');
      return end();
    },
    async kill() {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
      await end();
    },
  };
}

/** Stops the PostgreSQL that a killed server has left running. */
async function stopPostgres(folder: string): Promise<void> {
  const file = join(folder, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid || (await kinship(pid, folder)) !== 'ours') return;
  process.kill(pid, 'SIGINT');
  await expect.poll(() => existsSync(file), patient).toBe(false);
}
