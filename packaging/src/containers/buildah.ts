import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/*
 * Images and containers by buildah, without a daemon and without cgroups, so that it also works where Docker does not.
 */

export type Images = ReturnType<typeof keepImages>;
export type Container = Awaited<ReturnType<Images['start']>>;

export interface ContainerOrder {
  image: string;
  /** Replaces the image's own command. */
  command?: readonly string[];
  environment: Record<string, string>;
  /** Folders of the host by their mount points; nothing else is writable. */
  volumes: Record<string, string>;
}

const exec = promisify(execFile);
/** The user `node` of the base, and its group. */
export const userId = '1000';

/** Manages images and containers in `folder`. */
export function keepImages(folder: string) {
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  /** Runs buildah and returns what it prints. */
  const buildah = async (...args: string[]) =>
    (await exec('buildah', [...store, ...args], { maxBuffer: 100_000_000 })).stdout.trim();

  /** Returns the total size of the layers of an image in bytes, its command, and the health check of a container. */
  async function inspect(image: string) {
    const { Docker, Manifest } = JSON.parse(await buildah('inspect', '--type', 'image', image));
    const { layers } = JSON.parse(Manifest) as { layers: { size: number }[] };
    const { Cmd, Healthcheck } = Docker.config as { Cmd: string[]; Healthcheck: { Test: string[] } };
    return { size: layers.reduce((sum, { size }) => sum + size, 0), command: Cmd, check: Healthcheck.Test.slice(1) };
  }

  async function start({ image, command, environment, volumes }: ContainerOrder) {
    const line = command ?? (await inspect(image)).command;
    const name = await buildah('from', image);
    const rootFolder = await buildah('mount', name);
    // Read-only, like `read_only` in the compose file; buildah itself mounts this folder and this file.
    await mkdir(join(rootFolder, 'run', 'secrets'), { recursive: true });
    await writeFile(join(rootFolder, 'run', '.containerenv'), '');
    await exec('mount', ['--bind', rootFolder, rootFolder]);
    await exec('mount', ['-o', 'remount,ro,bind', rootFolder]);
    const shared = [
      ...['--isolation', 'chroot'],
      ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...Object.entries(volumes).flatMap(([inside, outside]) => ['--volume', `${outside}:${inside}`]),
    ];
    const running = spawn('buildah', [...store, 'run', ...shared, name, '--', ...line], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [running.stdout, running.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    const hasEnded = () => running.exitCode !== null || running.signalCode !== null;
    return {
      /** Returns its output so far. */
      output: () => output,
      /** Runs a command beside its process, like `docker exec`, and returns the output. Throws when it fails. */
      async run(...words: string[]): Promise<string> {
        const pid = await findInside(running.pid ?? 0);
        if (!pid) throw new Error(`Nothing runs in ${name}.`);
        const inside = ['--target', String(pid), '--mount', '--root', '--wd', '--setuid', userId, '--setgid', userId];
        const env = Object.fromEntries(
          (await readFile(`/proc/${pid}/environ`, 'utf8')).split('\0').map((line) => line.split(/=(.*)/s, 2)),
        );
        return (await exec('nsenter', [...inside, '--', ...words], { env })).stdout.trim();
      },
      /** Stops its process, waits for its end, and removes it. */
      async stop(): Promise<void> {
        if (!hasEnded()) {
          const ended = once(running, 'exit');
          process.kill((await findInside(running.pid ?? 0)) ?? running.pid ?? 0, 'SIGTERM');
          await ended;
        }
        await exec('umount', [rootFolder]);
        await buildah('umount', name);
        await buildah('rm', name);
      },
    };
  }

  /** Unmounts everything below the folder. */
  async function release(): Promise<void> {
    const mounted = (await readFile('/proc/self/mountinfo', 'utf8'))
      .split('\n')
      .map((line) => line.split(' ')[4] ?? '');
    // Inner mounts first.
    for (const place of mounted.reverse()) if (place.startsWith(`${folder}/`)) await exec('umount', [place]);
  }
  return { buildah, inspect, start, release };
}

/** Finds the process of the container itself: buildah starts itself several times to prepare for it. */
async function findInside(pid: number): Promise<number | undefined> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
  if (program.includes('/rootfs/')) return pid;
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  for (const thread of threads) {
    const children = await readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '');
    for (const child of children.trim().split(' ').filter(Boolean)) {
      const found = await findInside(Number(child));
      if (found) return found;
    }
  }
  return undefined;
}

/** Waits for a condition. Throws with the output of `output` after a minute. */
export async function until(condition: () => Promise<boolean>, output: () => string): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`The condition was not met:\n${output()}`);
    await sleep(50);
  }
}
