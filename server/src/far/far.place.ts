import type { Readable } from 'node:stream';

/* Where backups go that leave the machine: a folder of another disk, or an S3-compatible store. */

export interface FarFile {
  name: string;
  bytes: number;
}

/** A store of files by name. Every method throws a BackupError that says what is wrong, without keys or addresses of it. */
export interface FarPlace {
  /** The place in words, without secrets. */
  description: string;
  list(): Promise<FarFile[]>;
  /** Writes a file under its name, whole or not at all. */
  write(name: string, content: Blob): Promise<void>;
  /** Opens a file for reading; throws a `MissingFileError` when there is none of that name. */
  read(name: string): Promise<Readable>;
  /** Removes half-written files of ours that are older than a day. */
  clearDrafts?(now: Date): Promise<void>;
  /** Removes a file; one that is gone already is no failure. */
  remove(name: string): Promise<void>;
}
