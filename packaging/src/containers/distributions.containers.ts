import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { admin, freePort, signIn } from '@dossard/testbed/product/product.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackages } from '../build.ts';
import { ownTarget } from '../targets.ts';
import { runScript, unpackAs } from '../testing/installation.ts';
import { userId } from './buildah.ts';

/*
 * The Linux package in bare distributions, an old one and a new one, with nothing but their smallest set of packages (libstdc++, which Node needs, is of it):
 * an ordinary user, a folder with spaces and accents. Needs root and Debian's mmdebstrap.
 */

const folder = mkdtempSync(join(tmpdir(), 'dossard-distributions-'));
const user = Number(userId);
const inside = "/home/volunteer/Mes téléchargements/Trial d'été";
let archive = '';

beforeAll(async () => {
  const target = ownTarget();
  if (target?.platform !== 'linux') throw new Error('Distributions are tried on Linux alone.');
  chmodSync(folder, 0o755);
  for await (const file of buildPackages([target], folder, 1)) archive = file;
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.for(['bullseye', 'trixie'] as const)(
  'Debian %s: started, used, stopped, uninstalled',
  { timeout: 600_000 },
  async (release) => {
    const root = join(folder, release);
    execFileSync('mmdebstrap', ['--mode=root', '--variant=minbase', release, root], { stdio: 'ignore' });
    execFileSync('mount', ['-t', 'proc', 'proc', join(root, 'proc')]);
    try {
      const home = join(root, inside);
      mkdirSync(home, { recursive: true });
      appendFileSync(join(root, 'etc', 'passwd'), `volunteer:x:${user}:${user}::/home/volunteer:/bin/sh\n`);
      execFileSync('chown', ['-R', `${user}:${user}`, join(root, 'home')]);
      unpackAs(archive, home, { uid: user, gid: user });
      const port = String(await freePort());
      const url = `http://127.0.0.1:${port}`;
      const settings = { HOST: '127.0.0.1', PORT: port, ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
      const run = (script: string, ...args: string[]) => {
        const words = [`--userspec=${user}:${user}`, root, `${inside}/dossard/${script}`, ...args];
        return runScript('/usr/sbin/chroot', words, { ...settings, HOME: inside, OPEN_BROWSER: 'off' }, url, {});
      };
      const start = run('start.sh');
      await start.ready();
      await signIn(url);
      expect(await start.stop()).toBe(0);
      expect(await run('uninstall.sh', '--delete-data').end()).toBe(0);
      expect(readdirSync(home)).toEqual([]);
    } finally {
      execFileSync('umount', [join(root, 'proc')]);
    }
  },
);
