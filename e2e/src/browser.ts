import { existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

interface BrowserChoice {
  launchOptions: { executablePath?: string; args: string[]; ignoreDefaultArgs?: string[]; env?: NodeJS.ProcessEnv };
}

const names = ['google-chrome', 'google-chrome-stable', 'chromium', 'chromium-browser', 'chrome'];

/** A browser refuses its sandbox as root; the tests open only our own server. */
const ownArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/**
 * Without a locale of UTF-8, Chromium on Linux opens no file with an accent in its path, and gives no download a name with
 * one.
 */
const env = process.platform === 'linux' ? { env: { ...process.env, LC_ALL: 'C.UTF-8' } } : {};

/**
 * Finds a browser for the journeys: `CHROMIUM_PATH`; on Linux x64 the one in the package `@sparticuz/chromium`, whose
 * version is pinned, so that a run does not depend on the machine; elsewhere an installed one, or that of `playwright
 * install chromium`.
 */
export async function findBrowser(): Promise<BrowserChoice> {
  const isPinned = process.platform === 'linux' && process.arch === 'x64';
  const chosen = process.env.CHROMIUM_PATH ?? (isPinned ? undefined : findInstalled());
  if (chosen) return { launchOptions: { executablePath: chosen, args: ownArgs, ...env } };
  if (isPinned) {
    const { default: chromium } = await import('@sparticuz/chromium');
    const args = [...chromium.args.filter(isUseful), '--disable-gpu', '--disable-software-rasterizer'];
    const ignoreDefaultArgs = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];
    return { launchOptions: { executablePath: await chromium.executablePath(), args, ignoreDefaultArgs, ...env } };
  }
  return { launchOptions: { args: [] } };
}

/**
 * Returns true for an argument of the package that the tests can use. Its arguments are for tiny servers: a single
 * process breaks service workers and workers, its software graphics take a sixth of a run for nothing that the journeys
 * need, without a zygote each page starts a program of 190 MB again, and a second list of features would replace
 * Playwright's own.
 */
function isUseful(arg: string): boolean {
  return !/^--(single-process|headless|no-zygote|(?:enable|disable)-features|window-size|disable-web-security|allow-running-insecure|ignore-gpu|use-gl|use-angle|enable-unsafe-swiftshader)/.test(
    arg,
  );
}

/**
 * Returns true if the machine has room for the memory that the processes of a browser share. Playwright keeps it in files
 * instead, which takes a twentieth of a run, because a container often has only 64 MB.
 */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize > 2 ** 30;
}

function findInstalled(): string | undefined {
  const folders = (process.env.PATH ?? '').split(':');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}
