import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { buildWhatIsStale } from './build.js';
import { installWhatIsMissing, root } from './install.js';

/* `npm start`: installs what is missing, builds what is stale, serves. `--demo` adds an event with simulated referees. */

installWhatIsMissing('running');
buildWhatIsStale();

/**
 * A server that ran this long and then ended by itself is started again, as often as it takes; a first start that ends
 * sooner has said what is wrong.
 */
const steadyMs = 10_000;
const pauseMs = 500;
/** A server ends with this code to be started again (`main.ts`). */
const restartCode = 75;

let stopping = false;
let startedAgain = false;
/** @type {import('node:child_process').ChildProcess} */
let server;

/** Runs the server, and again when it was killed or broke down, so that an event goes on without hands. */
function serve() {
  const began = Date.now();
  server = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'server', 'src', 'main.ts'), ...process.argv.slice(2)],
    { cwd: root, stdio: 'inherit' },
  );
  server.on('exit', (code, signal) => {
    const served = startedAgain || Date.now() - began > steadyMs;
    const brokeDown = signal !== null || code === restartCode || (code !== 0 && served);
    if (stopping || !brokeDown) process.exit(code ?? 1);
    console.error(`The server has ended by itself (${signal ?? `code ${code}`}); starting it again.`);
    startedAgain = true;
    setTimeout(serve, pauseMs);
  });
}

/** Stops the server, which then ends this process. */
function stop(/** @type {NodeJS.Signals} */ signal) {
  stopping = true;
  server.kill(signal);
  if (server.exitCode !== null || server.signalCode !== null) process.exit(0);
}

/** How often it is checked that npm is still there, in milliseconds. */
const parentCheckMs = 500;
// A signal to npm ends the shell between npm and this process, but does not reach it: the server would be left behind.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !stopping) stop('SIGTERM');
  }, parentCheckMs).unref();
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(signal));
serve();
