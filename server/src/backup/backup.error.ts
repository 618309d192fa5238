/** Why a backup cannot be written, read or restored, as a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

/** System error codes, explained to the operator. */
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
 * Describes a failure in a few words. Never uses Drizzle's message, which quotes the statement with its values: names
 * of people and password hashes.
 */
export function reasonOf(error: unknown): string {
  const { code = '', message } = (error instanceof Error && error.cause ? error.cause : error) as NodeJS.ErrnoException;
  return reasons[code] ?? message;
}

/** Returns what throws a failure as a BackupError that names the failed work; one that explains itself stays. */
export const explainFailure =
  (work: string, Kind = BackupError, reason = reasonOf) =>
  (error: unknown): never => {
    if (error instanceof BackupError) throw error;
    throw new Kind(`${work}: ${reason(error)}.`, { cause: error });
  };
