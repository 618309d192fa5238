import { spawn } from 'node:child_process';
import { once } from 'node:events';

const openers: Record<string, [string, ...string[]]> = {
  darwin: ['open'],
  // Not `cmd /c start`, which splits an address at each &.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether somebody sits at this machine: a terminal, and a system with windows. */
export const hasDesktop = (): boolean =>
  process.stdout.isTTY === true &&
  (process.platform in openers || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY));

/** Opens an address in the browser of this machine; resolves when that program runs, or when it is said that none does. */
export async function openBrowser(url: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.unref();
  await once(child, 'spawn').catch(() =>
    console.log(
      `No browser could be opened. Open one yourself. / Ouvrez vous-même un navigateur à cette adresse : ${url}`,
    ),
  );
}
