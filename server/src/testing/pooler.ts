import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { whenOver } from './when.over.ts';

/** Whether PgBouncer is installed on this machine. */
export const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0;

/** PgBouncer refuses to run as root, so it runs as Debian's account `nobody`. */
const nobody = 65_534;

/**
 * Starts PgBouncer in transaction mode in front of PostgreSQL until the file's last test; returns a function that
 * rewrites database addresses.
 */
export async function startPgBouncer(databaseUrl: string): Promise<(url: string) => string> {
  const { hostname, port: databasePort, username, password } = new URL(databaseUrl);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  const folder = await mkdtemp(join(tmpdir(), 'dossard-pooler-'));
  await chmod(folder, 0o755);
  const file = join(folder, 'pgbouncer.ini');
  // Fewer connections than clients, so that transactions change sessions.
  const settings = `[databases]
* = host=${hostname} port=${databasePort} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
auth_type = any
pool_mode = transaction
default_pool_size = 3
`;
  await writeFile(file, settings, { mode: 0o644 });
  const isRoot = process.getuid?.() === 0;
  const pooler: ChildProcess = spawn('pgbouncer', [file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isRoot && { uid: nobody, gid: nobody }),
  });
  whenOver(async () => {
    pooler.kill('SIGTERM');
    if (pooler.exitCode === null) await once(pooler, 'exit');
    await rm(folder, { recursive: true, force: true });
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    pooler.once('exit', () => reject(new Error(`PgBouncer did not start:\n${output}`)));
    pooler.stderr?.on('data', (text) => {
      output += text;
      if (output.includes('process up')) resolve();
    });
  });
  return (url) => {
    const through = new URL(url);
    through.hostname = '127.0.0.1';
    through.port = String(port);
    return through.href;
  };
}
