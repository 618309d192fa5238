import { type BackupFile, isInFuture, parseName } from '../backup/backup.files.ts';
import type { FarFile, FarPlace } from './far.place.ts';

/* The files of a far place: encrypted backups, each with a signature. */

export const encryptedEnding = '.age';
const signatureEnding = '.sig';

export interface FarBackup extends FarFile {
  at: Date;
  isSigned: boolean;
}

/** Returns the name of a backup in the far place. */
export const farNameOf = ({ name }: Pick<BackupFile, 'name'>) => `${name}${encryptedEnding}`;

/** Returns the time in the name of a far backup. */
const momentOf = (name: string): Date | undefined => parseName('', name.slice(0, -encryptedEnding.length))?.at;

export const signatureNameOf = (name: string) => `${name}${signatureEnding}`;

/** Lists the backups of a far place, newest first; ignores other files. */
export async function listFarBackups(place: FarPlace): Promise<FarBackup[]> {
  const files = await place.list();
  const names = new Set(files.map(({ name }) => name));
  return files
    .flatMap((file) => {
      const at = file.name.endsWith(encryptedEnding) ? momentOf(file.name) : undefined;
      return at ? { ...file, at, isSigned: names.has(signatureNameOf(file.name)) } : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
}

const dayMs = 86_400_000;
/** All backups of this many days are kept; of older ones, the last of each day. */
const closeDays = 2;

/**
 * Selects the backups to remove: never the newest, none when `days` is 0, and none while a signed one is dated in the
 * future. One without a signature is removed after a day (Z4).
 */
export function listOutdated(found: readonly FarBackup[], days: number, now: Date, last?: string): FarBackup[] {
  if (days === 0 || found.some((backup) => backup.isSigned && isInFuture(backup, now))) return [];
  const ageOf = ({ at }: FarBackup) => (now.getTime() - at.getTime()) / dayMs;
  const keptDays = new Set<string>();
  // The installation itself knows the last one it sent: a file that a stranger adds must not replace it.
  const newest = found.find(({ name, isSigned }) => (last ? name === last : isSigned));
  return found.filter((backup) => {
    if (!backup.isSigned) return ageOf(backup) > 1;
    const day = backup.at.toISOString().slice(0, 10);
    const isLastOfDay = !keptDays.has(day);
    keptDays.add(day);
    if (backup === newest || ageOf(backup) <= closeDays) return false;
    return ageOf(backup) > days || !isLastOfDay;
  });
}
