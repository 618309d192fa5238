/** Why a backup cannot be written, read or restored, as a sentence for the person who runs the server. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** What the system's codes mean for the person who runs the server. */
const reasons: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the space that this user may take is used up',
  EROFS: 'the disk can only be read',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a file is in the place of the folder',
  EEXIST: 'a file is in the place of the folder',
  EIO: 'the disk reports an error',
  ECONNREFUSED: 'the database does not answer',
  ENOTFOUND: 'the machine of the database is not found',
};

/**
 * The reason of a failure in a few words. Never drizzle's own words: they quote the statement with its values, and
 * those are people's names and password hashes.
 */
export function reasonOf(error: unknown): string {
  const { code = '', message } = (error instanceof Error && error.cause ? error.cause : error) as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}
