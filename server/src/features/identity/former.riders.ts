import { isSamePerson } from '@dossard/contract/participants/same.person.rules.ts';
import type { Names } from '@dossard/contract/text/text.schema.ts';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { ofRiders } from '../../database/any.of.ts';
import { together } from '../../database/round.trips.ts';
import { entries, entryOrigins } from '../../tables/entry.tables.ts';
import { runs, submissions, unresolvedRuns } from '../../tables/run.tables.ts';
import { findDecisions, replaceDecisions } from '../ties/tie.actions.ts';
import { deleteEarlierDecisions } from './decision.store.ts';
import { deleteFollowers } from './follower.bindings.ts';
import { deleteComplaintsOf } from './rider.complaints.ts';

/*
 * A bib is a number, not a person. What hangs on the person behind a bib (entries, addresses, decisions of series and of
 * juries, complaints, runs in quarantine) is detached here when another person gets it, by whatever write (J10).
 * `rider.writes.test.ts` lists all of them.
 */

/** Detaches everything from riders who had these bibs, before the bibs belong to new riders (J5, J7, T9). */
export async function detachFormerRiders(write: Write, dossards: readonly number[]): Promise<void> {
  if (dossards.length === 0) return;
  const { tx, competition_id } = write;
  // Runs stay with a bib, but not those that were hidden when the former rider was removed.
  await tx
    .update(runs)
    .set({ hidden_at: null })
    .where(and(ofRiders(runs, competition_id, dossards), isNotNull(runs.hidden_at)));
  await detachBindings(write, dossards);
  // They are about runs, which an edited rider keeps.
  await deleteComplaintsOf(write, dossards);
  await replaceDecisions(write, await findDecisions(write, dossards));
}

async function detachBindings(write: Write, dossards: readonly number[]): Promise<void> {
  if (dossards.length === 0) return;
  const { tx, competition_id } = write;
  await together([
    deleteEarlierDecisions(tx, competition_id, dossards),
    // An accepted entry can be given a bib again.
    tx
      .update(entries)
      .set({ dossard: null })
      .where(ofRiders(entries, competition_id, dossards)),
    tx.delete(entryOrigins).where(ofRiders(entryOrigins, competition_id, dossards)),
    deleteFollowers(write, dossards),
  ]);
  await releaseQuarantined(write, dossards);
}

/** Makes runs in quarantine those of an unknown bib, for which the desk names the rider. */
async function releaseQuarantined(write: Write, dossards: readonly number[]): Promise<void> {
  const { tx, competition_id } = write;
  const released = await tx
    .update(submissions)
    .set({ dossard: null })
    .where(and(ofRiders(submissions, competition_id, dossards), isNull(submissions.run_number)))
    .returning({ id: submissions.submission_id });
  const ids = released.map(({ id }) => id);
  if (ids.length === 0) return;
  const isWaiting = and(eq(unresolvedRuns.competition_id, competition_id), eq(unresolvedRuns.state, 'waiting'));
  const after = { judge_id: null };
  await tx
    .update(unresolvedRuns)
    .set(after)
    .where(and(isWaiting, inArray(unresolvedRuns.submission_id, ids)));
  for (const key of ids) await recordChange(write, { action: 'update', subject: 'unresolved_run', key, after });
}

/** A rider whose row is changed under the same bib. */
export interface ChangedRider {
  dossard_number: number;
  before: Names;
  after: Names;
}

/**
 * Detaches everything from riders who became another person (I4). An entry is compared with its own name too, so that
 * several small edits do not hand it to somebody else.
 */
export async function detachChangedRiders(write: Write, changes: readonly ChangedRider[]): Promise<void> {
  const renamed = changes.filter(
    ({ before, after }) => before.first_name !== after.first_name || before.last_name !== after.last_name,
  );
  if (renamed.length === 0) return;
  const dossards = renamed.map(({ dossard_number }) => dossard_number);
  const { dossard, first_name, last_name, licence } = entries;
  const bound = await write.tx
    .select({ dossard, first_name, last_name, licence })
    .from(entries)
    .where(ofRiders(entries, write.competition_id, dossards));
  const gone = renamed.filter(
    ({ dossard_number, before, after }) =>
      !isSamePerson(before, after) ||
      bound.some((entry) => entry.dossard === dossard_number && !isSamePerson(entry, after)),
  );
  await detachBindings(
    write,
    gone.map(({ dossard_number }) => dossard_number),
  );
}
