import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '@dossard/postgres/start.error.ts';
import { nodeOf } from './home.ts';

/** Lets a version write a backup of the data; returns its sentence, which names the file. Throws a StartError. */
export async function writeBackup(version: string): Promise<string> {
  const command = join(version, 'server', 'dist', 'backup.main.js');
  try {
    const { stdout } = await promisify(execFile)(nodeOf(version), [command], { cwd: version });
    return stdout.trim();
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartError(
      `There is no backup, so there is no update: ${stderr?.trim() || message}`,
      'Sans sauvegarde, pas de mise à jour.',
    );
  }
}
