import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { installWhatIsMissing, root } from './install.js';

/* `npm run dev`: restarts the server at each change, and serves the web with hot reload on port 5173. */

installWhatIsMissing('everything');

const server = spawn(process.execPath, ['--watch', '--import', 'tsx', join('server', 'src', 'main.ts')], {
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
