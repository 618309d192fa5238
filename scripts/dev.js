import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildMessages } from './build.js';
import { installWhatIsMissing } from './install.js';
import { root } from './runtime.js';

/** Restarts the server at each change, and serves the web with hot reload on port 5173. */
export async function develop() {
  installWhatIsMissing('everything');
  await buildMessages();
  const server = spawn(process.execPath, ['--watch', join('server', 'src', 'main.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, HOST: '127.0.0.1', PUBLIC_URL: process.env.PUBLIC_URL ?? 'http://127.0.0.1:5173' },
  });
  const web = spawn(process.execPath, [join(root, 'node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: join(root, 'web'),
    stdio: 'inherit',
    env: { ...process.env, API_URL: `http://127.0.0.1:${process.env.PORT ?? 3000}` },
  });

  const both = [server, web];
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => both.map((child) => child.kill(signal)));
  }
  for (const child of both) child.on('exit', () => both.map((other) => other.kill('SIGTERM')));
}
