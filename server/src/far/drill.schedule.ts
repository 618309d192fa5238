import { listPastBackups } from '../backup/backup.files.ts';
import { type PeriodicWork, startPeriodicWork } from '../tools/periodic.work.ts';
import { type DrillOrder, drill } from './drill.ts';
import { UnreachableError } from './far.errors.ts';
import { changeFarState, type DrillResult, readFarState } from './far.state.ts';

interface Schedule extends Omit<DrillOrder, 'now' | 'signal'> {
  /** Time of day on this machine's clock, HH:MM. */
  at: string;
  clock: () => Date;
  report: (sentence: string) => void;
  everyMs?: number;
}

/** Delay before a failed drill is repeated, in milliseconds. */
const retryMs = 3_600_000;

/** Whether a drill is due: the time of day has passed since the last one, or an hour has passed since a failed one. */
export function isDrillDue(at: string, last: DrillResult | null, now: Date): boolean {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const due = new Date(now);
  due.setHours(hours, minutes, 0, 0);
  if (due > now) due.setDate(due.getDate() - 1);
  const lastAt = last ? new Date(last.at) : undefined;
  // A new installation starts with its first night.
  if (!lastAt) return now.getTime() - due.getTime() < retryMs;
  // The clock was ahead at that time.
  if (lastAt > now) return true;
  return lastAt < due || (!last?.is_good && now.getTime() - lastAt.getTime() >= retryMs);
}

/**
 * Runs a drill and stores its result; a failure is a result too. Throws an `UnreachableError`, and stores nothing, when
 * the backup could not be fetched: that says nothing about the backup.
 */
export async function drillAndRecord(order: DrillOrder): Promise<DrillResult> {
  let result: DrillResult;
  try {
    result = { at: order.now.toISOString(), is_good: true, ...(await drill(order)) };
  } catch (error) {
    if (order.signal?.aborted || error instanceof UnreachableError) throw error;
    const sentence = `The drill failed. ${(error as Error).message}`;
    result = { at: order.now.toISOString(), name: null, is_good: false, sentence };
  }
  await changeFarState(order.folder, { drill: result });
  return result;
}

/** Drills every night, and reports each result (Z5). Stopping aborts a running drill, which then has no result. */
export function startDrills({ at, clock, report, everyMs = 60_000, ...order }: Schedule): PeriodicWork {
  let notBefore = 0;
  let trouble = '';

  async function work(signal: AbortSignal): Promise<void> {
    const now = clock();
    const { last, drill: before } = await readFarState(order.folder);
    // There is nothing to drill yet.
    if (order.place ? !last : (await listPastBackups(order.backups, now)).length === 0) return;
    if (!isDrillDue(at, before, now) || performance.now() < notBefore) return;
    try {
      report((await drillAndRecord({ ...order, now, signal })).sentence);
      trouble = '';
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof UnreachableError)) throw error;
      notBefore = performance.now() + retryMs;
      if (error.message !== trouble) report(`The drill is postponed. ${error.message}`);
      trouble = error.message;
    }
  }

  const onTrouble = (error: Error) => report(`The result of the drill could not be stored: ${error.message}`);
  return startPeriodicWork({ work, everyMs, onTrouble });
}
