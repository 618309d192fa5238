import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { createEvent } from './event.ts';
import { call, environmentOf, freePort, root, signIn } from './product.ts';

/* Full, read-only and damaged disks. They are in memory, in their own user namespace. */

const folders: string[] = [];
const running: ChildProcess[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
});
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-disk-'));
  folders.push(folder);
  return folder;
}

const canMount = spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;

/** Starts the server on a folder; `mount` are the options of a disk in memory that is mounted there first. */
async function start(dataDir: string, mount?: string) {
  const port = await freePort();
  const run = `exec ${process.execPath} server/dist/main.js`;
  const [command, args] = mount
    ? (['unshare', ['-Urm', 'sh', '-c', `mount -t tmpfs -o ${mount} tmpfs "$DATA_DIR" && ${run}`]] as const)
    : (['sh', ['-c', run]] as const);
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command, args, {
    cwd: root,
    env: environmentOf(port, dataDir),
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const up = async () => {
    await expect.poll(() => /Dossard is at/.test(output) || child.exitCode !== null, { timeout: 60_000 }).toBe(true);
  };
  return { child, url, output: () => output, up };
}

describe.skipIf(!canMount)('a disk', () => {
  it('that is read-only is reported, and nothing is started', async () => {
    const { child, output } = await start(await makeFolder(), 'ro,size=200m');
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/^Dossard did not start\. Dossard cannot write in its data folder: EROFS/);
  });

  it('that is too small for a database is reported in a sentence', async () => {
    const { child, output } = await start(await makeFolder(), 'size=30m');
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(
      /^Dossard did not start\. The disk is full: .* has 3\d MB left, .* needs 150 MB\. .*\nLe disque est plein/,
    );
  });

  it('that fills up refuses writes, and accepts them again when there is room; confirmed writes are stored', async () => {
    const dataDir = await makeFolder();
    const { child, url, up } = await start(dataDir, 'size=160m');
    await up();
    const session = { url, cookie: await signIn(url) };
    const event = await createEvent(session, 20);
    const inside = (script: string) =>
      spawnSync('nsenter', ['-U', '-m', '--preserve-credentials', '-t', String(child.pid), 'sh', '-c', script], {
        cwd: dataDir,
        env: { PATH: process.env.PATH, DISK: dataDir },
      });
    const record = async (number: number) => {
      const answer = await fetch(`${url}/api/run`, {
        method: 'POST',
        headers: { cookie: session.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({
          submission_id: `disk-${number}`,
          ...event,
          dossard: 1 + (number % 20),
          ...{ door1: true, door2: true, door3: true, door4: false, door5: false, door6: false },
          penality: 1,
          chrono_sec: 40,
        }),
      }).catch(() => undefined);
      return answer?.status ?? 0;
    };
    let number = 0;
    const confirmed: number[] = [];
    const recordMany = async (count: number) => {
      const seen = new Set<number>();
      for (const end = number + count; number < end; number += 1) {
        const status = await record(number);
        seen.add(status);
        if (status === 201) confirmed.push(number);
      }
      return seen;
    };
    expect([...(await recordMany(20))]).toEqual([201]);
    inside('dd if=/dev/zero of="$DISK/filler" bs=1M 2>/dev/null; dd if=/dev/zero of="$DISK/filler2" bs=1k 2>/dev/null');
    const whenFull = await recordMany(15);
    expect([...whenFull].filter((status) => status !== 201)).not.toEqual([]);
    expect([...whenFull].filter((status) => ![201, 503, 0].includes(status))).toEqual([]);
    expect(child.exitCode).toBeNull();
    inside('rm -f "$DISK/filler" "$DISK/filler2"');
    await expect.poll(() => record(100_000 + number++), { timeout: 60_000, interval: 500 }).toBe(201);
    for (const one of confirmed) expect(await record(one)).toBe(200);
    const { rankings } = await call<{ rankings: unknown[] }>(
      session,
      'GET',
      `/competition/${event.competition_id}/liveranking?page_size=100`,
    );
    expect(rankings).toHaveLength(20);
  });
});

describe('a data folder', () => {
  it('with a damaged database is not changed, and the way to restore it is shown', async () => {
    const dataDir = await makeFolder();
    const first = await start(dataDir);
    await first.up();
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    await writeFile(join(dataDir, 'postgres', 'global', 'pg_control'), Buffer.alloc(8192, 7));
    const { child, output } = await start(dataDir);
    await once(child, 'close');
    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/^Dossard did not start\. PostgreSQL did not start\./);
    expect(output()).toContain('npm run dossard -- restore');
  });
});
