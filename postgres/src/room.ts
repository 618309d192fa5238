import { statfs } from 'node:fs/promises';
import { StartError } from './start.error.ts';

/** Megabytes that a start needs: for a new database, and to open an existing one, which can be read on a nearly full disk. */
const needed = { new: 150, existing: 1 };

/** Throws a StartError when the disk of `folder` has too little room for a new or an existing database. */
export async function refuseFullDisk(folder: string, database: keyof typeof needed): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = Math.floor((bavail * bsize) / 1e6);
  const least = needed[database];
  if (free >= least) return;
  throw new StartError(
    `The disk is full: ${folder} has ${free} MB left, and Dossard needs ${least} MB. Free some room and start again.`,
    `Le disque est plein : il reste ${free} Mo dans ${folder}, et il en faut ${least} à Dossard. Libérez de la place, puis relancez.`,
  );
}
