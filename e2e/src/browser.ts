import { existsSync } from 'node:fs';
import { join } from 'node:path';

interface BrowserChoice {
  launchOptions: { executablePath?: string; args: string[] };
}

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];

/** As root a browser refuses its sandbox; the tests open nothing but our own server. */
const ownArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Finds a browser for the journeys: `CHROMIUM_PATH`; on Linux x64 the one inside the package `@sparticuz/chromium`, whose version
 * is pinned, so that a run does not depend on what a machine has; elsewhere one that is installed, or that of `playwright install chromium`.
 */
export async function findBrowser(): Promise<BrowserChoice> {
  const isPinned = process.platform === 'linux' && process.arch === 'x64';
  const chosen = process.env.CHROMIUM_PATH ?? (isPinned ? undefined : findInstalled());
  if (chosen) return { launchOptions: { executablePath: chosen, args: ownArgs } };
  if (isPinned) {
    const { default: chromium } = await import('@sparticuz/chromium');
    const args = [...chromium.args.filter(isUseful), '--disable-gpu', '--disable-software-rasterizer'];
    return { launchOptions: { executablePath: await chromium.executablePath(), args } };
  }
  return { launchOptions: { args: [] } };
}

/**
 * The package's arguments are for tiny servers; a single process would make service workers and workers fail. Its graphics
 * card in software costs a sixth of a run and draws nothing that the journeys look at. Without a zygote each page starts a
 * program of 190 MB anew, and a second list of features would replace Playwright's own.
 */
function isUseful(arg: string): boolean {
  return !/^--(single-process|headless|no-zygote|(?:enable|disable)-features|window-size|disable-web-security|allow-running-insecure|ignore-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/.test(
    arg,
  );
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
