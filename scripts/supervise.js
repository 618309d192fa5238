import { spawn } from 'node:child_process';

/*
 * Runs the server, and again when it was killed or broke down, so that an event goes on without hands. `npm start` does it
 * with the sources, a package with what was built from them.
 */

/**
 * A server that ran this long and then ended by itself is started again, as often as it takes; a first start that ends
 * sooner has said what is wrong.
 */
const steadyMs = 10_000;
const pauseMs = 500;
/** A server ends with this code to be started again (`main.ts`). */
const restartCode = 75;
/**
 * There a signal ends a process on the spot. The server hears Ctrl-C from the window by itself, and is otherwise asked to
 * stop by the end of a channel to it.
 */
const isWindows = process.platform === 'win32';
/** @type {import('node:child_process').StdioOptions} */
const stdio = isWindows ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';

/**
 * Runs Node with these arguments, and ends this process when the server ends for good. Returns what stops the server.
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {(signal: NodeJS.Signals) => void}
 */
export function supervise(args, options = {}) {
  let stopping = false;
  let startedAgain = false;
  /** @type {import('node:child_process').ChildProcess} */
  let server;

  function serve() {
    const began = Date.now();
    server = spawn(process.execPath, args, { stdio, ...options });
    server.on('exit', (code, signal) => {
      const served = startedAgain || Date.now() - began > steadyMs;
      const brokeDown = signal !== null || code === restartCode || (code !== 0 && served);
      if (stopping || !brokeDown) process.exit(code ?? 1);
      console.error(`The server has ended by itself (${signal ?? `code ${code}`}); starting it again.`);
      startedAgain = true;
      setTimeout(serve, pauseMs);
    });
  }

  /** Stops the server, which then ends this process. @param {NodeJS.Signals} signal */
  function stop(signal) {
    stopping = true;
    if (!isWindows) server.kill(signal);
    else if (server.connected) server.disconnect();
    if (server.exitCode !== null || server.signalCode !== null) process.exit(0);
  }

  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => stop(signal));
  serve();
  return stop;
}
