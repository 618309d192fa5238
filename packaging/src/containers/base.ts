import { execFile } from 'node:child_process';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unpackPart } from '../parts.ts';
import { ownTarget } from '../targets.ts';
import type { Images } from './buildah.ts';

/*
 * A base image like node:…-slim, made of Debian's and npm's packages, for machines without access to a registry of
 * images.
 */

const npmPart = {
  name: 'npm',
  version: '11.19.1',
  integrity: 'sha512-ztsxKxt/kkIaAs+2i0GU6I+DRmUdrNasxTZKJe9TCdSjKxlhah/4r/hl5ygMD6XAg1qZ9c2TNomR4qgOydp10g==',
};

/** Files that a container never reads. */
const leftOut = ['doc', 'man', 'locale', 'info'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`);

/** Builds the base in `folder` and returns the name of its image. */
export async function buildBase({ buildah }: Images, folder: string): Promise<string> {
  const target = ownTarget();
  if (target?.platform !== 'linux') throw new Error('A base is built on Linux alone.');
  const [, release = 'stable'] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? [];
  const debian = join(folder, 'debian.tar');
  const contents = ['--variant=essential', '--include=ca-certificates,libstdc++6', ...leftOut];
  await promisify(execFile)('mmdebstrap', ['--mode=root', ...contents, release, debian]);
  await unpackPart(target.parts.node, join(folder, 'node'), (path) => path === 'bin/node');
  await chmod(join(folder, 'node', 'bin', 'node'), 0o755);
  await unpackPart(npmPart, join(folder, 'npm'));
  const made = await buildah('from', 'scratch');
  const modules = '/usr/local/lib/node_modules/npm';
  await buildah('add', '--quiet', made, debian, '/');
  await buildah('copy', '--quiet', made, join(folder, 'node', 'bin', 'node'), '/usr/local/bin/node');
  await buildah('copy', '--quiet', made, join(folder, 'npm'), modules);
  const commands = [
    `ln -s ${modules}/bin/npm-cli.js /usr/local/bin/npm && chmod 755 ${modules}/bin/npm-cli.js`,
    'echo node:x:1000:1000::/home/node:/usr/sbin/nologin >>/etc/passwd && echo node:x:1000: >>/etc/group',
  ];
  await buildah('run', '--isolation', 'chroot', made, '--', 'sh', '-c', commands.join(' && '));
  await buildah('commit', '--quiet', '--rm', made, 'localhost/node');
  return 'localhost/node';
}
