import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { answersWell } from './answers.ts';

/** The page to open; without a session it redirects to the sign-in page. */
const page = '/competitions';
const pauseMs = 200;

/** Opens the product in the browser once it is ready. If the server has ended, this process ends too. */
export async function openWhenReady(): Promise<void> {
  const port = process.env.PORT || '3000';
  const address = process.env.PUBLIC_URL || `http://localhost:${port}`;
  while (!(await answersWell(port, '/health/ready'))) await sleep(pauseMs);
  openBrowser(`${address.replace(/\/$/, '')}${page}`);
}

const openers: Record<string, [string, ...string[]]> = {
  darwin: ['open'],
  // Not `cmd /c start`, which splits an address at each &.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => console.log(`No browser could be opened. Open one yourself, at ${url}`));
  child.unref();
}
