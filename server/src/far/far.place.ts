import type { Readable } from 'node:stream';

/* The destination of far backups: a folder of another disk, or an S3-compatible store. */

export interface FarFile {
  name: string;
  bytes: number;
}

/** A store of files by name. Every method throws a BackupError with the reason, without keys or addresses. */
export interface FarPlace {
  /** A description without secrets. */
  description: string;
  list(): Promise<FarFile[]>;
  /** Writes a file, all or nothing. */
  write(name: string, content: Blob): Promise<void>;
  /** Opens a file for reading; throws a `MissingFileError` when there is none of that name. */
  read(name: string): Promise<Readable>;
  /** Removes our own unfinished files that are older than a day. */
  clearDrafts?(now: Date): Promise<void>;
  /** Removes a file; does nothing if it is missing. */
  remove(name: string): Promise<void>;
}
