import { spawn } from 'node:child_process';

const openers: Record<string, [string, ...string[]]> = {
  darwin: ['open'],
  // Not `cmd /c start`, which splits an address at each &.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Whether somebody sits at this machine: a terminal, and a system with windows. */
export const hasDesktop = (): boolean =>
  process.stdout.isTTY === true &&
  (process.platform in openers || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY));

/** Opens an address in the browser of this machine. */
export function openBrowser(url: string): void {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () =>
    console.log(
      `No browser could be opened. Open one yourself. / Ouvrez vous-même un navigateur à cette adresse : ${url}`,
    ),
  );
  child.unref();
}
