import { spawn } from 'node:child_process';

/*
 * Runs the server, and restarts it when it was killed or crashed, so that an event continues unattended. `npm start`
 * uses it with the built sources, a package with its own files.
 */

/**
 * A server that ran for this long and then crashed is always restarted; a first start that ends sooner has printed its
 * problem and is not repeated.
 */
const steadyMs = 10_000;
const pauseMs = 500;
/** Exit code by which a server requests a restart (`main.ts`). */
const restartCode = 75;
/**
 * On Windows a signal kills a process immediately. The server itself receives Ctrl-C from the window; otherwise it
 * stops when the channel to it is closed.
 */
const isWindows = process.platform === 'win32';
/** @type {import('node:child_process').StdioOptions} */
const stdio = isWindows ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';

/**
 * Runs Node with these arguments, and ends this process when the server ends for good. Returns a function that stops
 * the server.
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
      console.error(
        `The server has ended by itself (${signal ?? `code ${code}`}); starting it again. / Le serveur s’est arrêté, il redémarre.`,
      );
      startedAgain = true;
      // The browser is open already.
      process.env.OPEN_BROWSER = 'off';
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
