import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentOf, freePort, root } from '../product/product.ts';

/* A server whose data are on a disk in memory, in its own user namespace; the disk is filled on request. */

/** Timeout for the server's start, in milliseconds. */
const startMs = 60_000;

/** Starts a server on a disk of 400 MB; undefined if this user may not mount one. */
export async function startOnSmallDisk(environment: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'dossard-disk-'));
  if (spawnSync('unshare', ['-Urm', 'mount', '-t', 'tmpfs', 'tmpfs', dataDir]).status !== 0) return undefined;
  const port = await freePort();
  // The shell of the namespace fills the disk when it reads a line; only processes in the namespace see the disk.
  const script = `mount -t tmpfs -o size=400m tmpfs "$DATA_DIR"
    ${process.execPath} server/dist/main.js < /dev/null &
    server=$!
    trap 'kill $server' TERM
    read line && dd if=/dev/zero of="$DATA_DIR/filler" bs=1M count=$(( $(df --output=size -m "$DATA_DIR" | tail -1) * 93 / 100 - $(df --output=used -m "$DATA_DIR" | tail -1) )) 2> /dev/null
    wait $server; wait $server`;
  const child = spawn('unshare', ['-Urm', 'sh', '-c', script], {
    cwd: root,
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...environmentOf(port, dataDir), ...environment },
  });
  await new Promise<void>((resolve, reject) => {
    const end = setTimeout(() => reject(new Error('The server on the small disk did not start.')), startMs);
    child.stdout.on('data', (text) => {
      if (!String(text).includes('Dossard is at')) return;
      clearTimeout(end);
      resolve();
    });
  });
  return {
    fill: async () => void child.stdin.write('fill\n'),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
