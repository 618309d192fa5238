import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ownAccount } from './account.ts';
import { bringUp } from './postmaster.ts';

/** PostgreSQL removes its file between the read and the next access. */
vi.mock('node:fs/promises', async (load) => {
  const fs = await load<typeof import('node:fs/promises')>();
  const stat = async (path: string) => {
    if (basename(path) === 'postmaster.pid') await fs.rm(path);
    return fs.stat(path);
  };
  return { ...fs, stat };
});

test('a postmaster.pid that disappears while it is examined does not prevent the start', async () => {
  const home = await mkdtemp(join(tmpdir(), 'dossard-postmaster-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const folder = join(home, 'postgres');
  await mkdir(folder);
  await writeFile(join(folder, 'postmaster.pid'), '');
  const program = join(home, 'bin', 'postgres');
  await mkdir(join(home, 'bin'));
  await writeFile(program, '#!/bin/sh\necho started\n');
  await chmod(program, 0o755);
  const cluster = {
    ...{ folder, account: ownAccount, binaries: { home } as never },
    ...{ password: '', logFile: join(home, 'postgres.log') },
  };
  await expect(bringUp(cluster, undefined)).rejects.toThrow(/PostgreSQL did not start\..*\nstarted/);
});
