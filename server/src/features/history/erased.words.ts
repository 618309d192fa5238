import type { Write } from '../../audit/write.ts';
import { anyOf, ofRiders } from '../../database/any.of.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { formatOrder, isRow } from '../../logged/logged.entry.ts';
import type { AuditRow } from '../../tables/audit.table.ts';
import { runRequests } from '../../tables/desk.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { complaints, tieDecisions } from '../../tables/result.tables.ts';
import { runs } from '../../tables/run.tables.ts';
import { type HeldBibs, hadBib } from './held.bibs.ts';
import { applyTie } from './past.decisions.ts';

/* Free texts in other tables that may name an erased rider. Orders, outcomes and the requested values stay. */

/** Removes from complaints and jury decisions the words that were removed from the `log`. */
export async function eraseDecisionWords({ tx, competition_id }: Write, log: readonly AuditRow[]): Promise<void> {
  const decisions = new Map<string, string>();
  const texts = new Map<number, unknown>();
  const reasons = new Map<number, string | null>();
  for (const { subject, subject_key, before, after, reason } of log) {
    if (subject === 'tie') applyTie(decisions, { before, after, reason });
    if (subject !== 'complaint' || !isRow(after) || after.text === undefined) continue;
    texts.set(Number(subject_key), after.text);
    reasons.set(Number(subject_key), reason);
  }
  for (const tie of await listRows(tx, tieDecisions, { competition_id }))
    if (decisions.get(formatOrder(tie.dossards)) === '') await updateRow(tx, tieDecisions, tie, { reason: '' });
  const isOne = (erased: ReadonlyMap<number, unknown>) =>
    hasValues(complaints, {
      competition_id,
      id: anyOf([...erased].flatMap(([id, words]) => (words === '' ? [id] : []))),
    });
  await tx.update(complaints).set({ text: '' }).where(isOne(texts));
  await tx.update(complaints).set({ reason: '' }).where(isOne(reasons));
}

/** What a request is without its words. */
export const wordlessRequest = ({ word }: { word?: unknown }) => ({ reason: '', word: word == null ? null : '' });

/**
 * Removes the words of requests about a rider, and returns their ids: those of the rider's runs, and those that named a
 * bib, as the run's or as the right one, while the rider had it.
 */
export async function eraseRequests(
  { tx, competition_id }: Write,
  { dossard, log, held }: { dossard: number; log: readonly AuditRow[]; held: HeldBibs },
): Promise<ReadonlySet<string>> {
  const own = await listRows(tx, runs, ofRiders(runs, competition_id, [dossard]));
  const submissions = new Set(own.map(({ submission_id }) => submission_id));
  const bibs = [...held.person, ...held.runs];
  const erased = (await listRows(tx, runRequests, { competition_id })).filter((request) => {
    const { asked_at, decided_at, wanted } = request;
    const named = [request.dossard, wanted.to_dossard].filter((bib) => typeof bib === 'number');
    return (
      submissions.has(request.submission_id) ||
      named.some((bib) => [asked_at, decided_at].some((at) => at && hadBib(log, bibs, { dossard: bib, at })))
    );
  });
  for (const request of erased) await updateRow(tx, runRequests, request, wordlessRequest(request));
  return new Set(erased.map(({ request_id }) => request_id));
}
