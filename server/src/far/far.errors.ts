import { BackupError } from '../backup/backup.error.ts';

/** The far place has no file of that name. */
export class MissingFileError extends BackupError {
  override name = 'MissingFileError';

  constructor(file: string, place: string) {
    super(`There is no ${file} in ${place}.`);
  }
}

/** The far place does not answer, or refuses; this says nothing about the backups in it. */
export class UnreachableError extends BackupError {
  override name = 'UnreachableError';
}
