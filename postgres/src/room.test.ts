import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { ask, test } from './testing/postgres.servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Only root may mount a disk of a chosen size. */
const skip = process.platform !== 'linux' || process.getuid?.() !== 0;

/** Runs `look` with a disk of that size mounted at `folder`. */
async function withDisk(folder: string, megabytes: number, look: () => Promise<void>): Promise<void> {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder]);
  await look().finally(() => execFileSync('umount', ['--lazy', folder]));
}

test('a disk that is full later is one sentence, and with room the rows are there', { skip }, async ({ servers }) => {
  const folder = await servers.makeFolder(0o755);
  await withDisk(folder, 250, async () => {
    const first = await servers.start(folder);
    await ask(first.url, "create table kept as select 'René' as name");
    await first.end();
    const filler = join(folder, 'filler');
    execFileSync('sh', ['-c', `head -c 250M /dev/zero > '${filler}' || true`], { stdio: 'ignore' });
    const { refusal } = await servers.start(folder);
    expect(refusal).toMatch(/^The disk is full: .* has 0 MB left, and Dossard needs 1 MB\./);
    await rm(filler);
    const again = await servers.start(folder);
    expect(await ask(again.url, 'select name from kept')).toEqual({ name: 'René' });
    await again.end();
  });
});
