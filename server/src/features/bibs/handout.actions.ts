import type * as endpoints from '@dossard/contract/bibs/bib.endpoints.ts';
import type { BodyOf } from '@dossard/contract/calls/endpoint.ts';
import { and, asc, eq, gt, inArray, isNull, lte, or } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { updateRow } from '../../database/one.row.ts';
import { lockRows } from '../../database/rows.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isPresent, isRider } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { followBib } from '../history/held.bibs.ts';
import { selectLog } from '../history/log.store.ts';
import { getHandout } from './handout.store.ts';

/**
 * Stores ticks of a device (B4). The latest tick of a rider wins, with times corrected by the offset of the device's
 * clock and never in the future. A tick follows its rider to the bib that they have now; those of nobody are skipped, so
 * that they do not block the others.
 */
export async function updateHandout(
  write: Write,
  { clock, ticks }: BodyOf<typeof endpoints.updateHandout>,
): Promise<void> {
  const aheadMs = Date.parse(clock) - write.now.getTime();
  const made = ticks.map((tick) => ({ ...tick, at: Math.min(Date.parse(tick.at) - aheadMs, write.now.getTime()) }));
  const bibNow = await readMoves(write, Math.min(...made.map(({ at }) => at)));
  const latest = new Map<number, { came: boolean; at: number }>();
  for (const { dossard, came, at } of made) {
    const bib = bibNow(dossard, at);
    const known = bib && latest.get(bib);
    if (bib && (!known || known.at <= at)) latest.set(bib, { came, at });
  }
  // A fixed order, so that two devices with the same riders cannot deadlock.
  for (const [dossard, { came, at }] of [...latest].sort(([a], [b]) => a - b)) {
    const ticked_at = new Date(at).toISOString();
    await write.tx
      .update(participants)
      .set({ came, ticked_at })
      .where(
        and(
          isRider({ competition_id: write.competition_id, dossard }),
          or(isNull(participants.ticked_at), lte(participants.ticked_at, ticked_at)),
        ),
      );
  }
}

/** Reads who got another bib since a time, in ms; returns the function that finds the present bib of who had one then. */
async function readMoves({ tx, competition_id }: Write, sinceMs: number) {
  const isOfRiders = eq(auditLog.subject, 'participant');
  const isSince = gt(auditLog.at, new Date(sinceMs).toISOString());
  const log = await selectLog(tx, competition_id, isOfRiders, isSince).orderBy(asc(auditLog.id));
  return (dossard: number, ms: number) =>
    followBib(
      log.filter(({ at }) => Date.parse(at) > ms),
      dossard,
    );
}

/**
 * Sets riders who did not come to DNS (B5), each with their own history entry, so that each can be undone alone. Riders
 * who meanwhile came, have a run or another status are skipped.
 */
export async function markAbsent(
  write: Write,
  { dossards }: BodyOf<typeof endpoints.markAbsent>,
): Promise<{ dossards: number[] }> {
  const { tx, competition_id } = write;
  const isAbsent = and(
    isPresent(participants, competition_id),
    inArray(participants.dossard_number, dossards),
    hasValues(participants, { status: null, came: false }),
  );
  const found = await lockRows(tx, participants, isAbsent, participants.dossard_number);
  // Read after the riders are locked: recording a run locks its rider's row.
  const { riders } = await getHandout(tx, competition_id);
  const rode = new Set(riders.filter(({ run_count }) => run_count > 0).map(({ dossard }) => dossard));
  const absent = found.filter(({ dossard_number }) => !rode.has(dossard_number));
  for (const before of absent) {
    const after = await updateRow(tx, participants, before, { status: 'dns', status_reason: null });
    await recordChange(write, { action: 'update', subject: 'participant', key: before.dossard_number, before, after });
  }
  if (absent.length > 0) await raiseVersion(write, absent);
  return { dossards: absent.map(({ dossard_number }) => dossard_number) };
}
