import { isSamePerson } from '@dossard/contract/participants/same.person.rules.ts';
import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { ofRiders } from '../../database/any.of.ts';
import type { Transaction } from '../../database/client.ts';
import { entries, entryOrigins } from '../../tables/entry.tables.ts';
import { runs, submissions, unresolvedRuns } from '../../tables/run.tables.ts';
import { deleteEarlierDecisions } from './decision.store.ts';
import { deleteFollowers } from './follower.bindings.ts';

/*
 * A bib is a number, not a person. What hangs on the person behind a bib (entries, addresses, decisions of series, runs in
 * quarantine) is detached here when another person gets it, by whatever write (J10). `rider.writes.test.ts` lists all of
 * them.
 */

/** Detaches everything from riders who had these bibs, before the bibs belong to new riders (J5, J7, T9). */
export async function detachFormerRiders(
  tx: Transaction,
  competitionId: number,
  dossards: readonly number[],
): Promise<void> {
  if (dossards.length === 0) return;
  // Runs stay with a bib, but not those that were hidden when the former rider was removed.
  await tx
    .update(runs)
    .set({ hidden_at: null })
    .where(and(ofRiders(runs, competitionId, dossards), isNotNull(runs.hidden_at)));
  await detachBindings(tx, competitionId, dossards);
}

async function detachBindings(tx: Transaction, competitionId: number, dossards: readonly number[]): Promise<void> {
  if (dossards.length === 0) return;
  await deleteEarlierDecisions(tx, competitionId, dossards);
  // An accepted entry can be given a bib again.
  await tx
    .update(entries)
    .set({ dossard: null })
    .where(ofRiders(entries, competitionId, dossards));
  await tx.delete(entryOrigins).where(ofRiders(entryOrigins, competitionId, dossards));
  await deleteFollowers(tx, competitionId, dossards);
  await releaseQuarantined(tx, competitionId, dossards);
}

/** Makes runs in quarantine those of an unknown bib, for which the desk names the rider. */
async function releaseQuarantined(tx: Transaction, competitionId: number, dossards: readonly number[]): Promise<void> {
  const released = await tx
    .update(submissions)
    .set({ dossard: null })
    .where(and(ofRiders(submissions, competitionId, dossards), isNull(submissions.run_number)))
    .returning({ id: submissions.submission_id });
  if (released.length === 0) return;
  const ids = released.map(({ id }) => id);
  await tx
    .update(unresolvedRuns)
    .set({ judge_id: null })
    .where(
      and(
        eq(unresolvedRuns.competition_id, competitionId),
        inArray(unresolvedRuns.submission_id, ids),
        eq(unresolvedRuns.state, 'waiting'),
      ),
    );
}

interface Person {
  first_name: string;
  last_name: string;
}

/** A rider whose row is changed under the same bib. */
export interface ChangedRider {
  dossard_number: number;
  before: Person;
  after: Person;
}

/**
 * Detaches everything from riders who became another person (I4). An entry is compared with its own name too, so that
 * several small edits do not hand it to somebody else.
 */
export async function detachChangedRiders(
  tx: Transaction,
  competitionId: number,
  changes: readonly ChangedRider[],
): Promise<void> {
  const renamed = changes.filter(
    ({ before, after }) => before.first_name !== after.first_name || before.last_name !== after.last_name,
  );
  if (renamed.length === 0) return;
  const dossards = renamed.map(({ dossard_number }) => dossard_number);
  const { dossard, first_name, last_name, licence } = entries;
  const bound = await tx
    .select({ dossard, first_name, last_name, licence })
    .from(entries)
    .where(ofRiders(entries, competitionId, dossards));
  const gone = renamed.filter(
    ({ dossard_number, before, after }) =>
      !isSamePerson(before, after) ||
      bound.some((entry) => entry.dossard === dossard_number && !isSamePerson(entry, after)),
  );
  await detachBindings(
    tx,
    competitionId,
    gone.map(({ dossard_number }) => dossard_number),
  );
}
