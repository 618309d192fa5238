import { reasonOf } from '../backup/backup.error.ts';
import { type BackupFile, listPastBackups } from '../backup/backup.files.ts';
import { waitAfter } from '../tools/back.off.ts';
import { startPeriodicWork } from '../tools/periodic.work.ts';
import { farNameOf } from './far.files.ts';
import { limitWork } from './far.limit.ts';
import { type FarSettings, pruneFarBackups, sendBackup } from './far.sender.ts';
import { readFarState } from './far.state.ts';

interface Schedule extends FarSettings {
  /** The folder of local backups. */
  backups: string;
  clock: () => Date;
  /** Called with a sentence once for each new trouble, and once when it is over. */
  report: (sentence: string) => void;
  everyMs?: number;
}

/** The wait after the first failure, in milliseconds. */
const firstWaitMs = 60_000;

/** A backup that has waited this long counts as failing, in milliseconds. */
const longWaitMs = 5 * 60_000;

/** Finds the newest local backup if it was not sent yet; ignores those named by a clock that was ahead. */
async function findUnsent(folder: string, backups: string, now: Date): Promise<BackupFile | undefined> {
  const [newest] = await listPastBackups(backups, now);
  if (!newest) return undefined;
  const { last, sent = [] } = await readFarState(folder);
  return last?.name === farNameOf(newest) || sent.includes(newest.name) ? undefined : newest;
}

/**
 * Sends the newest local backup whenever it is not in the far place yet; each round respects the wait after a failure.
 * Failures are retried, reported, and never thrown (Z2). Stopping aborts a transfer.
 */
export function startFarBackups(schedule: Schedule) {
  const { backups, clock, report, everyMs = 30_000, ...settings } = schedule;
  let failures = 0;
  let notBefore = 0;
  /** Since when a backup has waited to be sent. */
  let waitingSince: number | undefined;
  let pruneTrouble = '';

  async function send(signal: AbortSignal): Promise<void> {
    const newest = await findUnsent(settings.folder, backups, clock());
    waitingSince = newest && (waitingSince ?? clock().getTime());
    if (!newest) return;
    await sendBackup(settings, newest, clock(), signal);
    waitingSince = undefined;
    // A failure to prune is not a failure to send: credentials that may only add files are a good choice.
    await pruneFarBackups(settings, clock()).then(
      () => {
        pruneTrouble = '';
      },
      (error) => {
        if (reasonOf(error) !== pruneTrouble) report(`Old far backups were not removed: ${reasonOf(error)}`);
        pruneTrouble = reasonOf(error);
      },
    );
  }

  async function work(signal: AbortSignal): Promise<void> {
    if (performance.now() < notBefore) return;
    try {
      await limitWork(send(signal), { signal });
      if (failures > 0) report(`Backups are sent to ${settings.place.description} again.`);
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      notBefore = performance.now() + waitAfter(failures, firstWaitMs);
      if (failures === 1) report(`The backup did not leave. ${(error as Error).message} It is tried again.`);
    }
  }

  const onTrouble = (error: Error) => report(`A round of far backups failed: ${reasonOf(error)}.`);
  return {
    ...startPeriodicWork({ work, everyMs, onTrouble }),
    /** Whether sending fails, or the newest local backup has waited for long: a place may also hang without an error. */
    isFailing: () => failures > 0 || (waitingSince !== undefined && clock().getTime() - waitingSince >= longWaitMs),
  };
}
