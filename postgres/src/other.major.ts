import { StartError } from './start.error.ts';

/** The data folder was written by another major version of PostgreSQL, whose files this one cannot read. */
export class OtherMajorError extends StartError {
  override name = 'OtherMajorError';
  /** Major versions, such as `17`. */
  readonly found: string;
  readonly brought: string;

  constructor(folder: string, found: string, brought: string) {
    super(
      `The database in ${folder} was written by PostgreSQL ${found}, and this Dossard brings PostgreSQL ${brought}; ` +
        'it was left as it is.',
    );
    this.found = found;
    this.brought = brought;
  }
}
