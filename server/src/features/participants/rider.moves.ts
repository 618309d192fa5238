import { runKey } from '@dossard/contract/runs/run.key.ts';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { anyOf, ofRiders } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { lockRows } from '../../database/rows.ts';
import { riderOf } from '../../tables/joins.ts';
import { participants, removedAt } from '../../tables/participant.table.ts';
import { complaints } from '../../tables/result.tables.ts';
import { detachFormerRiders } from '../identity/former.riders.ts';
import { rebindRiders } from '../identity/rebound.riders.ts';
import { type MovedComplaint, placeComplaints, recordComplaints } from '../identity/rider.complaints.ts';
import {
  isShown,
  keepRequests,
  lockRiders,
  lockRunsOf,
  moveQuarantined,
  placeRuns,
  planMoves,
  submissionsOf,
} from '../runs/run.moves.ts';
import type { RunRow } from '../runs/run.store.ts';
import { moveDecisions } from '../ties/tie.actions.ts';

/*
 * Gives riders other bibs: their runs and everything that hangs on the person go with them. Runs get new numbers, because
 * a bib never uses a number twice, and keep their submission. Riders may exchange bibs.
 */

/** A rider's present and new bib. */
export interface BibMove {
  from: number;
  to: number;
}

/** What the log keeps of a moved rider besides their fields. */
interface MovedRider extends Pick<typeof participants.$inferSelect, 'status' | 'status_reason'> {
  runs: RunRow[];
  /** The former bib, so that undo moves the rider back. */
  moved_from?: number;
}

/** The moved riders by their former and by their new bibs, and what moved with them. */
export interface Moved {
  before: Map<number, MovedRider>;
  after: Map<number, MovedRider>;
  newBib: ReadonlyMap<number, number>;
  complaints: readonly MovedComplaint[];
}

/**
 * Moves riders to free bibs, or to those of other riders who move too; the caller logs them, and then calls
 * `recordMoves`. Undefined, after which the transaction must end, if a rider is gone or a bib taken. Undo passes the
 * `former` numbers of runs by submission. `others` are riders whom the caller writes too: all are locked by bib.
 */
export async function moveRiders(
  write: Write,
  moves: readonly BibMove[],
  { former, others = [] }: { former?: ReadonlyMap<string, number> | undefined; others?: readonly number[] } = {},
): Promise<Moved | undefined> {
  const newBib = new Map(moves.map(({ from, to }) => [from, to]));
  const moved: Moved = { before: new Map(), after: new Map(), newBib, complaints: [] };
  if (moves.length === 0) {
    if (others.length > 0) await lockRiders(write, others);
    return moved;
  }
  const { tx, competition_id, now } = write;
  const leaving = [...newBib.keys()];
  await keepRequests(write, submissionsOf(write, leaving));
  const own = await lockRows(tx, complaints, ofRiders(complaints, competition_id, leaving), complaints.id);
  const dossard_number = anyOf([...leaving, ...newBib.values(), ...others]);
  const found = await lockRows(tx, participants, { competition_id, dossard_number }, participants.dossard_number);
  const rows = new Map(found.map((row) => [row.dossard_number, row]));
  if (leaving.some((from) => rows.get(from)?.deleted_at !== null)) return undefined;
  const arriving = [...newBib.values()].filter((to) => !newBib.has(to));
  await detachFormerRiders(write, arriving);
  await tx
    .update(participants)
    .set(removedAt(now))
    .where(riderOf({ competition_id, dossard: anyOf(leaving) }));
  const riders = moves.flatMap(({ from, to }) => ({ ...rows.get(from), dossard_number: to, last_run_number: 0 }));
  if ((await putRiders(tx, riders)) !== riders.length) return undefined;

  const ridden = await planMoves(write, await lockRunsOf(write, leaving), {
    bibOf: ({ dossard }) => newBib.get(dossard) ?? dossard,
    riders: found,
    former,
  });
  await placeRuns(write, ridden, { withRiders: true });
  await moveQuarantined(write, newBib);
  for (const { from, to } of moves) {
    const { status = null, status_reason = null } = rows.get(from) ?? {};
    const runsOf = ridden.filter(({ before }) => before.dossard === from && isShown(before));
    moved.before.set(from, { status, status_reason, runs: runsOf.map(({ before }) => before) });
    moved.after.set(to, { status, status_reason, runs: runsOf.map(({ after }) => after), moved_from: from });
  }
  const newKey = new Map(ridden.map(({ before, after }) => [runKey(before), after.run_number]));
  const placed = await placeComplaints(write, own, ({ dossard, run_number }) => ({
    dossard: newBib.get(dossard) ?? dossard,
    run_number: newKey.get(`${dossard}/${run_number}`) ?? null,
  }));
  await rebindRiders(write, newBib);
  return { ...moved, complaints: placed };
}

/** Logs the complaints of moved riders, and moves the decisions of juries, after the riders were logged. */
export async function recordMoves(write: Write, { newBib, complaints: placed }: Moved): Promise<void> {
  await recordComplaints(write, placed);
  await moveDecisions(write, newBib);
}

/** Stores riders on bibs without a rider, whose run numbers continue; returns how many were stored. */
async function putRiders(tx: Transaction, riders: readonly object[]): Promise<number> {
  const columns = Object.keys(getTableColumns(participants));
  const kept = ['competition_id', 'dossard_number', 'last_run_number'];
  const names = (each: (name: SQL) => SQL, of = columns) =>
    sql.join(
      of.map((name) => each(sql.identifier(name) as unknown as SQL)),
      sql`, `,
    );
  const { rows } = await tx.execute(sql`
    insert into participants (${names((name) => sql`${name}`)})
    select ${names((name) => sql`r.${name}`)}
    from jsonb_populate_recordset(null::participants, ${JSON.stringify(riders)}::jsonb) r
    on conflict (competition_id, dossard_number) do update
    set ${names(
      (name) => sql`${name} = excluded.${name}`,
      columns.filter((name) => !kept.includes(name)),
    )}
    where participants.deleted_at is not null
    returning dossard_number`);
  return rows.length;
}
