import type { RowOf } from '@dossard/contract/places/exchange.schema.ts';
import type { RunSubmission } from '@dossard/contract/runs/run.schema.ts';

/* The riders and runs of a play, which differ in little. They are made so often that they are written without spreading. */

/** A rider of the one group that there is. */
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

/** A run as a phone sends it; `chrono_sec` are seconds. */
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
