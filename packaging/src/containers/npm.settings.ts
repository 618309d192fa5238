import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Returns options of a build that give npm this machine's registry settings, without leaving them in the image. */
export async function npmSettings(folder: string): Promise<string[]> {
  const npm = async (name: string) => (await promisify(execFile)('npm', ['config', 'get', name])).stdout.trim();
  const [user, global, authority] = await Promise.all(['userconfig', 'globalconfig', 'cafile'].map(npm));
  const texts = [user, global].map((file) => readFile(file ?? '', 'utf8').catch(() => ''));
  const file = join(folder, 'npmrc');
  await writeFile(file, (await Promise.all(texts)).join('\n'));
  const certificates = authority && authority !== 'null' ? ['--volume', `${authority}:${authority}:ro`] : [];
  return ['--volume', `${file}:/root/.npmrc:ro`, ...certificates];
}
