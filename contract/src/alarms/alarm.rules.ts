import type { AlarmKind } from './alarm.schema.ts';

/* When alarms are raised and cleared: pure functions of what is measured and when. */

export interface AlarmRule {
  /** Raised when the measure has been this high… */
  raiseAt: number;
  /** …for so many seconds. */
  raiseAfter: number;
  /** Cleared when it has been this low, or lower… */
  clearAt: number;
  /** …for so many seconds. */
  clearAfter: number;
  /** Whether one alarm concerns one competition. */
  ofCompetition?: true;
  /** Whether every process of an installation measures the same. */
  isShared?: true;
}

/** Something is wrong (1) or not (0). */
const faulty = { raiseAt: 1, clearAt: 0 };

/** Every alarm (Q2). */
export const alarmRules: Record<AlarmKind, AlarmRule> = {
  /** The last turn of the backups failed, or none went well for 35 minutes; turns come every 15. */
  backup_failing: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** The newest backup could not be sent, or has waited for 5 minutes. */
  far_backup_failing: { ...faulty, raiseAfter: 40, clearAfter: 0 },
  /** The last drill failed, or none went well for 50 hours. */
  drill_failed: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** Percent in use of the disk of DATA_DIR. */
  disk_low: { raiseAt: 90, clearAt: 88, raiseAfter: 10, clearAfter: 60 },
  /** The database does not answer within 1.5 seconds. */
  database_away: { ...faulty, raiseAfter: 10, clearAfter: 30 },
  /** The database began anew within the last 10 minutes, or another one took its place. */
  database_restarted: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** This server began within the last 10 minutes after one that did not stop by itself. */
  server_killed: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** Changes of rankings are not heard of. */
  live_silent: { ...faulty, raiseAfter: 15, clearAfter: 30 },
  /** Requests refused, and connections closed, because there were too many, in the last minute. */
  overload: { raiseAt: 20, clearAt: 0, raiseAfter: 0, clearAfter: 120 },
  /** Guesses and floods refused by the limits of attempts, in the last minute. */
  guessing: { raiseAt: 60, clearAt: 10, raiseAfter: 0, clearAfter: 120 },
  /** Seconds for which a mail has waited in vain, with none sent since; or for which one has waited without any attempt, from 10 minutes on. */
  mails_waiting: { raiseAt: 30, clearAt: 10, raiseAfter: 30, clearAfter: 10, isShared: true },
  /** Age in seconds of the oldest unsent run on the phones of a competition. */
  unsent_old: { raiseAt: 900, clearAt: 600, raiseAfter: 0, clearAfter: 60, ofCompetition: true, isShared: true },
};

/** Whether an alarm stands, and since when the measure has spoken for the opposite, in milliseconds. */
export interface AlarmState {
  isStanding: boolean;
  since: number | undefined;
}

/**
 * The state after a measure. Between the two limits, nothing changes and waits begin anew; so they do when nothing could be
 * measured (Q1).
 */
export function judgeAlarm(rule: AlarmRule, before: AlarmState, value: number | undefined, now: number): AlarmState {
  const { isStanding } = before;
  const speaksAgainst = value !== undefined && (isStanding ? value <= rule.clearAt : value >= rule.raiseAt);
  if (!speaksAgainst) return { isStanding, since: undefined };
  const since = before.since ?? now;
  const waitMs = 1000 * (isStanding ? rule.clearAfter : rule.raiseAfter);
  return now - since >= waitMs ? { isStanding: !isStanding, since: undefined } : { isStanding, since };
}

/** After a mail about a kind of alarm, another one that is raised causes none for so long, in milliseconds (Q5). */
export const mailAgainMs = 3_600_000;

/** How long an alarm that stands stays unmentioned, in milliseconds (Q3). */
export const sayAgainMs = 12 * 3_600_000;
