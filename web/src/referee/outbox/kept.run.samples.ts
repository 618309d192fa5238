import type { Doors } from '@dossard/contract/runs/doors.ts';
import { type KeptRun, newKeptRun } from './kept.run.ts';

/* Runs for tests and simulations of the outbox. */

export const start = 1_800_000_000_000;
export const noDoor: Doors = { door1: false, door2: false, door3: false, door4: false, door5: false, door6: false };

/** Creates a kept run of a rider at a moment. */
export function keptRunOf(dossard: number, submission_id = 'id-1', now = start): KeptRun {
  return newKeptRun(
    { submission_id, competition_id: 1, zone_id: 3, dossard, ...noDoor, penality: 0, chrono_sec: 42.5 },
    {
      user: 'juge@dossard.test',
      referee_name: 'Jo Fictif',
      rider: { first_name: 'Alix', last_name: 'Exemple', category: 'U13', gender: 'F' },
      zone_name: 'Les Dalles',
    },
    now,
  );
}
