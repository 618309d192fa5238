import type { RowKey, RowOf } from './exchange.schema.ts';
import type { Ledger } from './exchange.ts';

/*
 * Test cases for every implementation of the ledger, on PostgreSQL and in the simulation. Each case starts with an
 * empty competition of side a.
 */

export interface LedgerCase {
  says: string;
  play: (ledger: Ledger) => Promise<unknown>;
  comes: unknown;
}

const at = '2027-06-12T08:00:00.000Z';
const group = { category: 'U13', gender: 'F' } as const;
const doors = { door1: true, door2: false, door3: false, door4: false, door5: false, door6: true };

const riderOf = (dossard: number, club = 'Vélo Club'): RowOf<'participant'> => ({
  ...{ kind: 'participant', dossard, ...group, first_name: 'Lou', last_name: 'Exemple', club, licence: null },
  ...{ status: null, status_reason: null, start_position: null, last_run_number: 0, deleted: false },
});
const zone: RowOf<'zone'> = {
  kind: 'zone',
  zone: 'b7',
  name: 'Les Dalles',
  closed_at: null,
  graduations: [],
  deleted: false,
};
const recorded = (submission_id: string, dossard: number) => ({
  ...{ submission_id, dossard, zone: zone.zone, ...doors, ...group, penality: 1, chrono_sec: 61 },
  ...{ referee_name: 'C. E.', phone_id: null, recorded_at: at, received_at: at },
});
const runOf = (submission_id: string, run_number: number): RowOf<'run'> => ({
  ...{
    kind: 'run',
    ...recorded(submission_id, 7),
    ridden_at: at,
    run_number,
    version: 1,
    deleted: false,
    hidden: false,
  },
});
const waiting: RowOf<'unresolved_run'> = {
  kind: 'unresolved_run',
  ...recorded('run-9', 99),
  state: 'waiting',
  quarantined: false,
};

const rider: RowKey = { kind: 'participant', id: '7' };
const run: RowKey = { kind: 'run', id: 'run-1' };

const endOf = async (ledger: Ledger): Promise<number> => (await ledger.readTouched(0, null, 1)).end;
const changedSince = async (ledger: Ledger, link: number): Promise<readonly RowKey[]> =>
  (await ledger.readTouched(link, null, 100)).keys;

/** Creates a zone and rider 7, before the case starts. */
async function prepare(ledger: Ledger): Promise<number> {
  await ledger.put(zone, false);
  await ledger.put(riderOf(7), false);
  return endOf(ledger);
}

export const ledgerCases: readonly LedgerCase[] = [
  {
    says: 'reads rows as they were put, and leaves out those that are not there',
    async play(ledger) {
      await prepare(ledger);
      return ledger.readRows([rider, { kind: 'participant', id: '8' }]);
    },
    comes: [riderOf(7)],
  },
  {
    says: 'knows a run by its submission and by its number',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(runOf('run-1', 1), false);
      return [
        await ledger.findRun('run-1'),
        await ledger.findRun('run-2'),
        await ledger.findOccupant(7, 1),
        await ledger.findOccupant(7, 2),
      ];
    },
    comes: [{ row: runOf('run-1', 1) }, undefined, 'run-1', undefined],
  },
  {
    says: 'keeps the number of a run that is deleted',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(runOf('run-1', 1), false);
      await ledger.put({ ...runOf('run-1', 1), version: 2, deleted: true }, false);
      return [
        await ledger.findOccupant(7, 1),
        (await ledger.readRows([run])).map((row) => 'deleted' in row && row.deleted),
      ];
    },
    comes: ['run-1', [true]],
  },
  {
    says: 'frees the number that a run leaves',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(runOf('run-1', 1), false);
      await ledger.put(runOf('run-1', 3), false);
      return [await ledger.findOccupant(7, 1), await ledger.findOccupant(7, 3)];
    },
    comes: [undefined, 'run-1'],
  },
  {
    says: 'gives numbers of its own side, above every number that a run has',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(runOf('run-1', 4), false);
      return [await ledger.reserveNumber(7), await ledger.reserveNumber(7)];
    },
    comes: [5, 7],
  },
  {
    says: 'refuses a second run of one number',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(runOf('run-1', 1), false);
      return ledger.put(runOf('run-2', 1), false).then(
        () => 'taken',
        () => 'refused',
      );
    },
    comes: 'refused',
  },
  {
    says: 'knows a run that waits for its rider as unresolved',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(waiting, true);
      return [await ledger.findRun('run-9'), await ledger.hasRider(99), await ledger.hasRider(7)];
    },
    comes: ['unresolved', false, true],
  },
  {
    says: 'has a rider no more who was removed',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put({ ...riderOf(7), deleted: true }, false);
      return ledger.hasRider(7);
    },
    comes: false,
  },
  {
    says: 'tells what is its own, and not what came from the other side',
    async play(ledger) {
      const end = await prepare(ledger);
      await ledger.put(riderOf(8), false);
      await ledger.put(riderOf(7, 'Autre Club'), true);
      return changedSince(ledger, end);
    },
    comes: [rider],
  },
  {
    says: 'writes nothing for a row that stays as it was',
    async play(ledger) {
      const end = await prepare(ledger);
      await ledger.put(riderOf(7), true);
      return (await endOf(ledger)) - end;
    },
    comes: 0,
  },
  {
    says: 'tells its log in parts',
    async play(ledger) {
      const end = await prepare(ledger);
      for (const dossard of [11, 12, 13]) await ledger.put(riderOf(dossard), true);
      const first = await ledger.readTouched(end, null, 2);
      const rest = await ledger.readTouched(first.upto, null, 2);
      return [first, rest].map(({ upto, keys }) => [upto - end, keys.map(({ id }) => id)]);
    },
    comes: [
      [2, ['11', '12']],
      [3, ['13']],
    ],
  },
  {
    says: 'tells its log no further than it is asked',
    async play(ledger) {
      const end = await prepare(ledger);
      for (const dossard of [11, 12, 13]) await ledger.put(riderOf(dossard), true);
      const { upto, keys } = await ledger.readTouched(end, end + 1, 100);
      return [upto - end, keys.map(({ id }) => id)];
    },
    comes: [1, ['11']],
  },
  {
    says: 'tells rows again that are asked for, though nothing changed',
    async play(ledger) {
      const end = await prepare(ledger);
      await ledger.resendRows([rider]);
      return changedSince(ledger, end);
    },
    comes: [rider],
  },
  {
    says: 'keeps edits for a decision, and lets a new run stand',
    async play(ledger) {
      const end = await prepare(ledger);
      await ledger.put(runOf('run-1', 1), true);
      await ledger.put(riderOf(7, 'Autre Club'), true);
      const asked = await ledger.storeConflicts(end);
      const conflicts = (await changedSince(ledger, end)).filter(({ kind }) => kind === 'conflict');
      const rows = await ledger.readRows(conflicts);
      return [asked, rows.map((row) => row.kind === 'conflict' && [row.state, (row.theirs as { club: string }).club])];
    },
    comes: [[rider], [['waiting', 'Autre Club']]],
  },
  {
    says: 'keeps the correction of a run for a decision',
    async play(ledger) {
      await prepare(ledger);
      await ledger.put(runOf('run-1', 1), false);
      const end = await endOf(ledger);
      await ledger.put({ ...runOf('run-1', 1), penality: 5, version: 2 }, true);
      return ledger.storeConflicts(end);
    },
    comes: [run],
  },
];
