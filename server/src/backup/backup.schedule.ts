import type { Database } from '../database/client.ts';
import { startPeriodicWork } from '../tools/periodic.work.ts';
import { reasonOf } from './backup.error.ts';
import { pruneBackups } from './backup.files.ts';
import { writeBackupOfChanges } from './backup.writer.ts';

interface Schedule {
  db: Database;
  folder: string;
  clock: () => Date;
  /** Called with a sentence when a backup fails; the next one is still tried as scheduled. */
  report: (sentence: string) => void;
  everyMinutes?: number;
}

export type Backups = ReturnType<typeof startBackups>;

/**
 * Writes a backup now and every 15 minutes, if anything has changed, and removes old ones. A failure is reported and
 * never thrown.
 */
export function startBackups({ db, folder, clock, report, everyMinutes = 15 }: Schedule) {
  let reason: 'start' | 'runs' = 'start';
  let isFailing = false;
  let lastGoodAt = clock();

  async function work(): Promise<void> {
    // Prune before writing: old backups may be what fills the disk.
    await pruneBackups(folder, clock()).catch((error) =>
      report(`Old backups in ${folder} could not be removed: ${reasonOf(error)}.`),
    );
    try {
      await writeBackupOfChanges({ db, folder, now: clock(), reason });
      reason = 'runs';
      isFailing = false;
      lastGoodAt = clock();
    } catch (error) {
      isFailing = true;
      report(`${(error as Error).message} It is tried again in ${everyMinutes} minutes.`);
    }
  }

  const onTrouble = (error: Error) => report(`A round of backups failed: ${reasonOf(error)}.`);
  return {
    ...startPeriodicWork({ work, everyMs: everyMinutes * 60_000, onTrouble }),
    /** Whether the last turn failed, and when one last succeeded. */
    state: () => ({ isFailing, lastGoodAt }),
  };
}
