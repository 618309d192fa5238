/* When alarms are raised and cleared, as pure functions of measured values and time. */

export interface AlarmRule {
  /** Raised when the value has been at least this… */
  raiseAt: number;
  /** …for so many seconds. */
  raiseAfter: number;
  /** Cleared when the value has been at most this… */
  clearAt: number;
  /** …for so many seconds. */
  clearAfter: number;
  /** Whether all processes of an installation measure the same value. */
  isShared?: true;
}

/** A fault: present (1) or not (0). */
const faulty = { raiseAt: 1, clearAt: 0 };

function allOf<Kind extends string>(rules: Record<Kind, AlarmRule>): Record<Kind, AlarmRule> {
  return rules;
}

/** The rules of all alarms, by their kinds (Q2). */
export const alarmRules = allOf({
  /** The last turn of the backups failed, or none succeeded for 35 minutes; there is a turn every 15. */
  backup_failing: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** The newest backup could not be sent, or has waited for 5 minutes. */
  far_backup_failing: { ...faulty, raiseAfter: 40, clearAfter: 0 },
  /** The last drill failed, or none succeeded for 50 hours. */
  drill_failed: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** Used space on the disk of DATA_DIR, in percent. */
  disk_low: { raiseAt: 90, clearAt: 88, raiseAfter: 10, clearAfter: 60 },
  /** The database does not answer within 1.5 seconds. */
  database_away: { ...faulty, raiseAfter: 10, clearAfter: 30 },
  /** The database restarted within the last 10 minutes, or was replaced by another one. */
  database_restarted: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** This server started within the last 10 minutes after one that was killed. */
  server_killed: { ...faulty, raiseAfter: 0, clearAfter: 0 },
  /** Notifications of changed rankings do not arrive. */
  live_silent: { ...faulty, raiseAfter: 15, clearAfter: 30 },
  /** Requests refused, and connections closed, because of load, in the last minute. */
  overload: { raiseAt: 20, clearAt: 0, raiseAfter: 0, clearAfter: 120 },
  /** Attempts refused by the rate limits, in the last minute. */
  guessing: { raiseAt: 60, clearAt: 10, raiseAfter: 0, clearAfter: 120 },
  /**
   * Seconds for which a mail has waited with failed attempts, with none sent since; or, from 10 minutes on, without any
   * attempt.
   */
  mails_waiting: { raiseAt: 30, clearAt: 10, raiseAfter: 30, clearAfter: 10, isShared: true },
  /** Competitions whose stored settings do not fit their schemas, and are read as defaults. */
  settings_unreadable: { ...faulty, raiseAfter: 0, clearAfter: 0, isShared: true },
  /** Age in seconds of the oldest unsent run on the phones of a competition. */
  unsent_old: { raiseAt: 900, clearAt: 600, raiseAfter: 0, clearAfter: 60, isShared: true },
});

/** Whether an alarm is active, and since when its value contradicts that, in milliseconds. */
export interface AlarmState {
  isActive: boolean;
  since: number | undefined;
}

/**
 * Returns the state after a measurement. A value between the two limits, or an unknown one, changes nothing and
 * restarts the waits (Q1).
 */
export function judgeAlarm(rule: AlarmRule, before: AlarmState, value: number | undefined, now: number): AlarmState {
  const { isActive } = before;
  const speaksAgainst = value !== undefined && (isActive ? value <= rule.clearAt : value >= rule.raiseAt);
  if (!speaksAgainst) return { isActive, since: undefined };
  const since = before.since ?? now;
  const waitMs = 1000 * (isActive ? rule.clearAfter : rule.raiseAfter);
  return now - since >= waitMs ? { isActive: !isActive, since: undefined } : { isActive, since };
}

/** After a mail about a kind of alarm, a new alarm of this kind is not mailed for this long, in milliseconds (Q5). */
export const mailAgainMs = 3_600_000;

/** Interval at which an active alarm is announced again, in milliseconds (Q3). */
export const sayAgainMs = 12 * 3_600_000;
