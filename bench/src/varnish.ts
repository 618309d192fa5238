import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '@dossard/testbed/product/product.ts';

/* Debian's Varnish with the configuration of `deploy/varnish/`, in front of a product on this machine. */

export interface Edge {
  url: string;
  stop(): Promise<void>;
}

/** Returns true if Varnish is installed; otherwise the edge is not measured. */
export const hasVarnish = (): boolean => spawnSync('varnishd', ['-V']).status === 0;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** Starts Varnish on a port, in front of the server on another one. */
export async function startVarnish(port: number, originPort: number): Promise<Edge> {
  const folder = await mkdtemp(join(tmpdir(), 'dossard-varnish-'));
  const text = await readFile(join(root, 'deploy', 'varnish', 'dossard.vcl'), 'utf8');
  const vcl = join(folder, 'dossard.vcl');
  await writeFile(vcl, text.replace('.port = "3000"', `.port = "${originPort}"`));
  const started = spawn(
    'varnishd',
    // Each stream that is passed through uses a thread.
    ['-F', '-j', 'none', '-n', join(folder, 'work'), '-f', vcl, '-a', `127.0.0.1:${port}`, '-s', 'malloc,256m'].concat(
      ['thread_pools=2', 'thread_pool_min=200', 'thread_pool_max=6000', 'pipe_timeout=120'].flatMap((one) => [
        '-p',
        one,
      ]),
    ),
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  started.stderr.on('data', (part: Buffer) => {
    output += part;
  });
  const url = `http://127.0.0.1:${port}`;
  await ready(url, started, () => output);
  return {
    url,
    async stop() {
      const ended = once(started, 'exit');
      started.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
      // It starts its worker process again by itself, but then its cache is empty.
      if (/Child \(\d+\) (died|not responding|Panic)/.test(output)) throw new Error(`Varnish died:\n${output}`);
    },
  };
}

async function ready(url: string, started: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (started.exitCode !== null) throw new Error(`Varnish ended:\n${output()}`);
    const answer = await fetch(`${url}/health/live`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`Varnish does not answer:\n${output()}`);
}
