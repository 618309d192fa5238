import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Returns options of a build that give npm this machine's registry settings, without leaving them in the image. */
export async function npmSettings(folder: string): Promise<string[]> {
  const npm = async (name: string) => (await promisify(execFile)('npm', ['config', 'get', name])).stdout.trim();
  const [user, global, named] = await Promise.all(['userconfig', 'globalconfig', 'cafile'].map(npm));
  const texts = [user, global].map((file) => readFile(file ?? '', 'utf8').catch(() => ''));
  // npm here may trust an authority by a variable of Node, which the build does not have.
  const authority = named && named !== 'null' ? named : process.env.NODE_EXTRA_CA_CERTS;
  const settings = [...(await Promise.all(texts)), ...(authority ? [`cafile=${authority}`] : [])];
  const file = join(folder, 'npmrc');
  await writeFile(file, settings.join('\n'));
  const certificates = authority ? ['--volume', `${authority}:${authority}:ro`] : [];
  return ['--volume', `${file}:/root/.npmrc:ro`, ...certificates];
}
