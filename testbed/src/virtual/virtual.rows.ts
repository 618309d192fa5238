import type { RowOf } from '@dossard/contract/places/exchange.schema.ts';
import type { RunSubmission } from '@dossard/contract/runs/run.schema.ts';

/* The riders and runs of a play. They are created so often that they are written without spreading. */

/** Creates a rider of the only group. */
export const riderOf = (dossard: number, club: string, deleted = false): RowOf<'participant'> => ({
  kind: 'participant',
  dossard,
  category: 'U13',
  gender: 'F',
  first_name: '',
  last_name: '',
  club,
  licence: null,
  status: null,
  status_reason: null,
  start_position: null,
  last_run_number: 0,
  deleted,
});

/** Creates a run as a phone sends it; `chrono_sec` in seconds. */
export const submissionOf = (submission_id: string, dossard: number, chrono_sec: number): RunSubmission => ({
  submission_id,
  competition_id: 1,
  zone_id: 1,
  dossard,
  penality: 0,
  chrono_sec,
  recorded_at: null,
  door1: true,
  door2: false,
  door3: false,
  door4: false,
  door5: false,
  door6: false,
  phone_id: null,
});

/** Creates the row of a run that was stored at `at`, in milliseconds since the start. */
export const runOf = (submission: RunSubmission, run_number: number, at: number): RowOf<'run'> => ({
  kind: 'run',
  submission_id: submission.submission_id,
  zone: `a${submission.zone_id}`,
  dossard: submission.dossard,
  category: 'U13',
  gender: 'F',
  door1: submission.door1,
  door2: submission.door2,
  door3: submission.door3,
  door4: submission.door4,
  door5: submission.door5,
  door6: submission.door6,
  penality: submission.penality,
  chrono_sec: submission.chrono_sec,
  referee_name: '',
  recorded_at: null,
  ridden_at: String(at),
  received_at: String(at),
  phone_id: null,
  run_number,
  version: 1,
  deleted: false,
  hidden: false,
});
