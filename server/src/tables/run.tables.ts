import { forDoors } from '@dossard/contract/runs/doors.ts';
import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core';
import { byUser, users } from './account.tables.ts';
import { groupColumns, isKnown, moment, oneOf, referTo } from './columns.ts';
import { participants } from './participant.table.ts';
import { zones } from './zone.tables.ts';

/** Columns that a judge's sheet has too. */
const paperColumns = () => ({
  ...forDoors(() => boolean().notNull()),
  penality: smallint().notNull(),
  chrono_sec: numeric({ precision: 7, scale: 2, mode: 'number' }).notNull(),
});

/** Columns of a run as a referee recorded it, whether its bib is known or not. */
const recordedColumns = () => ({
  submission_id: text().notNull(),
  zone_id: integer().notNull(),
  ...paperColumns(),
  referee_id: integer().references(() => users.id),
  referee_name: text().notNull(),
  /** The phone that recorded it, if reported. */
  phone_id: text(),
  /** The phone's clock. */
  recorded_at: moment(),
  /** The server's clock. */
  received_at: moment().notNull(),
});

/** Recorded runs. A removed run stays, so that a late resend finds it; see `isShownRun` and `isKeptRun`. */
export const runs = pgTable(
  'runs',
  {
    competition_id: integer().notNull(),
    dossard: integer().notNull(),
    run_number: integer().notNull(),
    ...recordedColumns(),
    /** When it was ridden, by the server's clock (D4). */
    ridden_at: moment().notNull(),
    version: integer().notNull().default(1),
    deleted_at: moment(),
    /** Since when it is away only because its judge's link is hidden (U4); `deleted_at` is set too. */
    hidden_at: moment(),
  },
  (run) => [
    primaryKey({ columns: [run.competition_id, run.dossard, run.run_number] }),
    unique('runs_submission').on(run.competition_id, run.submission_id),
    foreignKey({
      name: 'runs_participant',
      columns: [run.competition_id, run.dossard],
      foreignColumns: [participants.competition_id, participants.dossard_number],
    }),
    referTo(zones, 'runs_zone', run, run.zone_id),
    index('runs_of_zone').on(run.competition_id, run.zone_id),
    index('runs_hidden').on(run.competition_id, run.dossard).where(sql`hidden_at is not null`),
    check('runs_number', sql`${run.run_number} >= 1`),
    check('runs_penality', sql`${run.penality} >= 0`),
    check('runs_chrono', sql`${run.chrono_sec} >= 0`),
  ],
);

/**
 * Every submission that was stored, once (O1), with a hash of the content that was sent. Kept after edits and deletion of
 * the run, and while it waits in `unresolved_runs` or was discarded there.
 */
export const submissions = pgTable(
  'submissions',
  {
    competition_id: integer().notNull(),
    submission_id: text().notNull(),
    content_hash: text().notNull(),
    user_id: integer().notNull(),
    /** The bib of its rider now; null if the bib was unknown. */
    dossard: integer(),
    /** Null until it is a run. */
    run_number: integer(),
  },
  (submission) => [
    primaryKey({ columns: [submission.competition_id, submission.submission_id] }),
    index('submissions_id').on(submission.submission_id),
    index('submissions_waiting').on(submission.competition_id, submission.dossard).where(sql`run_number is null`),
  ],
);

/** Doubtful pairs of runs that were both kept, and are not listed again. */
export const settledPairs = pgTable(
  'settled_pairs',
  {
    competition_id: integer().notNull(),
    dossard: integer().notNull(),
    /** The lower of the two run numbers, and the higher. */
    first_run: integer().notNull(),
    second_run: integer().notNull(),
    settled_by: integer().notNull(),
    settled_at: moment().notNull(),
  },
  (pair) => [primaryKey({ columns: [pair.competition_id, pair.dossard, pair.first_run, pair.second_run] })],
);

/**
 * A line of a judge's sheet that was compared with a recorded run. Valid for one version of the run: after a correction
 * it has to be compared again.
 */
export const runChecks = pgTable(
  'run_checks',
  {
    competition_id: integer().notNull(),
    dossard: integer().notNull(),
    run_number: integer().notNull(),
    run_version: integer().notNull(),
    ...paperColumns(),
    /** `same` if paper and phone agree; `differs` until somebody decides for the `recorded` run or the `paper`. */
    state: oneOf('same', 'differs', 'recorded', 'paper').notNull(),
    checked_by: byUser(),
    checked_at: moment().notNull(),
  },
  (line) => [
    primaryKey({ columns: [line.competition_id, line.dossard, line.run_number] }),
    foreignKey({
      name: 'run_checks_run',
      columns: [line.competition_id, line.dossard, line.run_number],
      foreignColumns: [runs.competition_id, runs.dossard, runs.run_number],
    }),
    isKnown('run_checks_state', line.state),
  ],
);

/** Runs of unknown bibs, and quarantined ones (U3); kept after they are resolved, so that a resend finds them. */
export const unresolvedRuns = pgTable(
  'unresolved_runs',
  {
    competition_id: integer().notNull(),
    ...recordedColumns(),
    content_hash: text().notNull(),
    /** The bib, category and gender that the referee saw. */
    dossard: integer().notNull(),
    ...groupColumns(),
    state: oneOf('waiting', 'resolved', 'discarded').notNull().default('waiting'),
    /**
     * The judge who sent a run of a known bib too late, or by a hidden link (U3), 0 on another installation; null if the
     * bib is unknown.
     */
    judge_id: integer(),
  },
  (run) => [
    primaryKey({ columns: [run.competition_id, run.submission_id] }),
    referTo(zones, 'unresolved_runs_zone', run, run.zone_id),
    isKnown('unresolved_runs_state', run.state),
    isKnown('unresolved_runs_gender', run.gender),
  ],
);
