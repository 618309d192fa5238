import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../house.ts';

/* The services of deploy/compose.yaml, started one by one with its settings. */

/**
 * Reads the environment of the processes from compose, with the values of `.env` inserted. Throws for a missing one.
 */
export async function readAppEnvironment(values: Record<string, string>): Promise<Record<string, string>> {
  const compose = await readFile(join(root, 'deploy', 'compose.yaml'), 'utf8');
  const [, block = ''] = /environment: &environment\n((?: {4}(?:\w|#).*\n)+)/.exec(compose) ?? [];
  const lines = [...block.matchAll(/^ {4}(\w+): "?(.*?)"?$/gm)];
  return Object.fromEntries(
    lines.map(([, name = '', text = '']) => {
      const filled = text.replaceAll(/\$\{(\w+)(:[?-])?[^}]*\}/g, (_, variable: string, kind?: string) => {
        const value = values[variable];
        if (value === undefined && kind === ':?') throw new Error(`.env has no ${variable}.`);
        return value ?? '';
      });
      return [name, filled];
    }),
  );
}

/** Starts Caddy with deploy/Caddyfile, on `port` of 127.0.0.1 and without https; returns a function that stops it. */
export async function startCaddy(folder: string, port: number, apps: readonly number[]): Promise<() => Promise<void>> {
  const caddyfile = await readFile(join(root, 'deploy', 'Caddyfile'), 'utf8');
  const upstreams = apps.map((app) => `127.0.0.1:${app}`).join(' ');
  const file = join(folder, 'Caddyfile');
  const here = '{\n\tadmin off\n\tdefault_bind 127.0.0.1\n}\n';
  await writeFile(file, here + caddyfile.replace('app-1:3000 app-2:3000', upstreams));
  const caddy: ChildProcess = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, DOMAIN: `http://127.0.0.1:${port}` },
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    caddy.once('exit', () => reject(new Error(`Caddy did not start:\n${output}`)));
    caddy.stderr?.on('data', (text) => {
      output += text;
      if (output.includes('serving initial configuration')) resolve();
    });
  });
  return async () => {
    caddy.kill('SIGTERM');
    if (caddy.exitCode === null && caddy.signalCode === null) await once(caddy, 'exit');
  };
}
