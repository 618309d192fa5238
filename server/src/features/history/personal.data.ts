import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import {
  isOptionalField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import type * as endpoints from '@dossard/contract/participants/personal.data.endpoints.ts';
import { parseRunKey } from '@dossard/contract/runs/run.key.ts';
import { and, asc, eq, inArray, isNotNull, like, or, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { eraseSeals } from '../../chain/entry.digest.ts';
import type { Database } from '../../database/client.ts';
import { linkEarlierEntriesOf } from '../../database/earlier.entries.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { participants } from '../../tables/participant.table.ts';
import { placeConflicts } from '../../tables/place.tables.ts';
import { complaints, tieDecisions } from '../../tables/result.tables.ts';
import { eraseListedNames } from '../declarations/declared.results.ts';
import { eraseEntriesOf, findEntryOf } from '../entries/entry.erasure.ts';
import { joinByDecisions } from '../identity/decision.store.ts';
import { getParticipant } from '../participants/participant.store.ts';
import { listRunsOfRider } from '../runs/run.store.ts';
import { type Facts, isRow } from './history.facts.ts';
import { describeRows } from './history.store.ts';

/** Reads everything stored about a rider. Throws `participant_not_found`. */
export async function getPersonalData(
  db: Database,
  { id, ranking_rule }: CompetitionRow,
  dossard: number,
): Promise<AnswerOf<typeof endpoints.getPersonalData>> {
  const participant = await getParticipant(db, id, dossard);
  const runs = await listRunsOfRider(db, { competition_id: id, dossard }, ranking_rule.runs);
  const entries = await db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.competition_id, id), inArray(auditLog.subject, ['participant', 'run', 'tie', 'complaint'])))
    .orderBy(asc(auditLog.id));
  const own = entries.flatMap((entry) => {
    if (entry.subject === 'run') return parseRunKey(entry.subject_key).dossard === dossard ? [entry] : [];
    if (entry.subject !== 'participant') {
      return isTieOf(entry, dossard) || complaintsIn(entry, dossard).length > 0 ? [entry] : [];
    }
    // An import lists other riders too; only this rider's row is returned.
    const [before, after] = [rowOf(entry.before, dossard), rowOf(entry.after, dossard)];
    const isOwn = before !== null || after !== null || entry.subject_key === String(dossard);
    return isOwn ? [{ ...entry, subject_key: String(dossard), before, after }] : [];
  });
  return { participant, runs, history: await describeRows(db, id, own), entry: await findEntryOf(db, id, dossard) };
}

/** Returns a rider's row from one side of an entry, also from a whole import. */
function rowOf(value: unknown, dossard: number): Facts | null {
  if (Array.isArray(value)) return value.find((row) => isRow(row) && row.dossard_number === dossard) ?? null;
  return isRow(value) && value.dossard_number === dossard ? value : null;
}

/** The values that replace a rider's personal fields after an erasure; the name reads the same in both languages. */
const namelessRider = (dossard: number) => ({ ...erasedFields, status_reason: null, last_name: `Dossard ${dossard}` });
const erasedFields = Object.fromEntries(
  participantFieldNames
    .filter((name) => participantFields[name].isPersonal)
    .map((name) => [name, isOptionalField(name) ? null : '']),
);

/**
 * Erases a rider's personal fields from the list, from the history, and from the stored answers of repeated writes. The
 * bib stays, with its runs and points. Earlier riders with the bib are erased too. Throws `participant_not_found`.
 */
export async function erasePersonalData(write: Write, dossard: number): Promise<void> {
  const { tx, competition_id } = write;
  const isRider = and(eq(participants.competition_id, competition_id), eq(participants.dossard_number, dossard));
  await lockComplaints(write, dossard);
  const [found] = await tx.select().from(participants).where(isRider).for('update');
  // An erasure from the other installation also applies to a rider who is removed here by now.
  const isHidden = found?.deleted_at !== null && write.exchange === undefined;
  if (!found || isHidden) throw new Refusal('participant_not_found');
  await joinByDecisions(write, dossard);
  await eraseEntriesOf(tx, found);
  await tx.update(participants).set(namelessRider(dossard)).where(isRider);
  // Recording a change locks this row too: after this lock, all that was frozen or logged with the names is committed.
  await tx.select({ id: competitions.id }).from(competitions).where(eq(competitions.id, competition_id)).for('update');
  await linkEarlierEntriesOf(tx, competition_id);
  const names = new Set([`${found.first_name} ${found.last_name}`]);
  const lists = await eraseListedNames(tx, competition_id, dossard);
  await scrubHistory(write, dossard, { names, lists });
  await eraseDecisionWords(write, dossard);
  await eraseConflicts(write, dossard);
  await scrubKeptAnswers(write, dossard, { names, lists });
  await recordChange(write, { action: 'erase', subject: 'participant', key: dossard });
  await raiseVersion(write, [found]);
}

/** Locks the complaints of a rider, before the rider: deciding a complaint that corrects a run locks in this order. */
async function lockComplaints({ tx, competition_id }: Write, dossard: number): Promise<void> {
  await tx
    .select({ id: complaints.id })
    .from(complaints)
    .where(and(eq(complaints.competition_id, competition_id), eq(complaints.dossard, dossard)))
    .orderBy(asc(complaints.id))
    .for('update');
}

/** Removes the texts of complaints and of jury decisions about the rider; orders and outcomes stay. */
async function eraseDecisionWords({ tx, competition_id }: Write, dossard: number): Promise<void> {
  await tx
    .update(tieDecisions)
    .set({ reason: '' })
    .where(
      and(eq(tieDecisions.competition_id, competition_id), sql`dossards @> jsonb_build_array(${dossard}::integer)`),
    );
  const isOwn = and(eq(complaints.competition_id, competition_id), eq(complaints.dossard, dossard));
  await tx
    .update(complaints)
    .set({ text: '', reason: sql`case when reason is null then null else '' end` })
    .where(isOwn);
}

/** Removes the rider's name from conflicts between two installations, decided or not (Y6). */
async function eraseConflicts({ tx, competition_id }: Write, dossard: number): Promise<void> {
  const isOfCompetition = eq(placeConflicts.competition_id, competition_id);
  const kept = await tx.select().from(placeConflicts).where(isOfCompetition);
  for (const { id, theirs } of kept) {
    if (theirs.kind !== 'participant' || theirs.dossard !== dossard) continue;
    await tx
      .update(placeConflicts)
      .set({ theirs: { ...theirs, ...namelessRider(dossard) } })
      .where(and(isOfCompetition, eq(placeConflicts.id, id)));
  }
}

interface LoggedEntry {
  subject: string;
  before: unknown;
  after: unknown;
}

/** Whether an entry is a jury decision that names the rider. */
function isTieOf({ subject, before, after }: LoggedEntry, dossard: number): boolean {
  const orders = [before, after].flatMap((side) => (isRow(side) ? [String(side.order ?? '')] : []));
  return subject === 'tie' && orders.some((order) => order.split(', ').includes(String(dossard)));
}

/** Whether an entry is the publication of one of these lists. */
const isListOf = ({ subject, after }: LoggedEntry, lists: ReadonlySet<unknown>): boolean =>
  subject === 'result' && isRow(after) && lists.has(after.sha256);

/** Returns the sides of an entry about a complaint of the rider. */
const complaintsIn = ({ subject, before, after }: LoggedEntry, dossard: number): Facts[] =>
  subject === 'complaint' ? [before, after].filter(isRow).filter((side) => side.dossard === dossard) : [];

/**
 * Replaces the rider's names in the history, and adds the names found there to `names`. Also removes reasons of
 * corrections of the rider's runs, of jury decisions and of the official `lists`, because reasons may name riders.
 */
async function scrubHistory(
  { tx, competition_id }: Write,
  dossard: number,
  { names, lists }: { names: Set<string>; lists: ReadonlySet<string> },
): Promise<void> {
  const isReasonOfRun = and(
    eq(auditLog.subject, 'run'),
    like(auditLog.subject_key, `${dossard}/%`),
    isNotNull(auditLog.reason),
  );
  const entries = await tx
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.competition_id, competition_id),
        or(inArray(auditLog.subject, ['participant', 'tie', 'complaint', 'result']), isReasonOfRun),
      ),
    );
  for (const entry of entries) {
    const { id, subject, before, after } = entry;
    const rows = [rowOf(before, dossard), rowOf(after, dossard)].filter((row) => row !== null);
    const ofComplaint = complaintsIn(entry, dossard);
    const isNamed = isTieOf(entry, dossard) || isListOf(entry, lists);
    if (rows.length === 0 && ofComplaint.length === 0 && subject !== 'run' && !isNamed) continue;
    const reason = entry.reason === null ? null : '';
    const erased = [...rows, ...ofComplaint];
    const seals = eraseSeals(entry, (fields) => erased.includes(fields) || 'reason' in fields);
    for (const side of ofComplaint) Object.assign(side, { text: '' });
    for (const row of rows) {
      names.add(`${row.first_name} ${row.last_name}`);
      Object.assign(row, namelessRider(dossard));
    }
    await tx
      .update(auditLog)
      .set({ before, after, reason, seals })
      .where(and(eq(auditLog.competition_id, competition_id), eq(auditLog.id, id)));
  }
}

/** Endpoints whose answers list riders by bib and name. */
const answersWithRiders = [
  'takeOverRiders',
  'updateStartOrder',
  'decideTie',
  'withdrawTie',
  'createComplaint',
  'decideComplaint',
];

/**
 * Erases the rider from stored answers of repeated writes: the rider's own, lists of riders, and imports that named the
 * holder of the bib.
 */
async function scrubKeptAnswers(
  { tx, competition_id }: Write,
  dossard: number,
  { names, lists }: { names: ReadonlySet<string>; lists: ReadonlySet<string> },
): Promise<void> {
  const kept = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      inArray(idempotencyKeys.endpoint, [
        'createParticipant',
        'updateParticipant',
        'updateStatus',
        'importParticipants',
        'declareResult',
        'decideSeriesRiders',
        ...answersWithRiders,
      ]),
    );
  for (const { caller_id, endpoint, key_hash, answer } of kept) {
    if (answer === null) continue;
    const parsed = JSON.parse(answer) as Facts;
    const isOwn = parsed.competition_id === competition_id && parsed.dossard_number === dossard;
    let scrubbed = isOwn ? JSON.stringify({ ...parsed, ...namelessRider(dossard) }) : answer;
    if (endpoint === 'importParticipants') {
      for (const name of names) scrubbed = scrubbed.replaceAll(JSON.stringify(name).slice(1, -1), `Dossard ${dossard}`);
    }
    if (answersWithRiders.includes(endpoint)) scrubbed = scrubRiders(answer, dossard, names);
    if (endpoint === 'decideSeriesRiders') scrubbed = scrubEntry(answer, { competition_id, dossard });
    if (endpoint === 'declareResult') scrubbed = scrubReasons(answer, lists);
    if (scrubbed === answer) continue;
    await tx
      .update(idempotencyKeys)
      .set({ answer: scrubbed })
      .where(
        and(
          eq(idempotencyKeys.caller_id, caller_id),
          eq(idempotencyKeys.endpoint, endpoint),
          eq(idempotencyKeys.key_hash, key_hash),
        ),
      );
  }
}

/** Removes the reasons of these lists from an answer. */
const scrubReasons = (answer: string, lists: ReadonlySet<unknown>): string =>
  JSON.stringify(
    JSON.parse(answer, (_, one) => (isRow(one) && one.reason && lists.has(one.sha256) ? { ...one, reason: '' } : one)),
  );

/** Replaces the rider in an answer about a series, which lists entries of several competitions. */
function scrubEntry(answer: string, { competition_id, dossard }: { competition_id: number; dossard: number }): string {
  const isEntry = (one: unknown) => isRow(one) && one.competition_id === competition_id && one.dossard === dossard;
  const { status_reason, ...nameless } = namelessRider(dossard);
  return JSON.stringify(
    JSON.parse(answer, (_, one) => (isEntry(one) && 'last_name' in one ? { ...one, ...nameless } : one)),
  );
}

/** Replaces the rider in an answer that lists riders, and the reasons of decisions about them. */
function scrubRiders(answer: string, dossard: number, names: ReadonlySet<string>): string {
  const scrub = (row: Facts): Facts => {
    if (row.dossard === dossard && names.has(`${row.first_name} ${row.last_name}`)) {
      return { ...row, ...namelessRider(dossard), ...('text' in row && { text: '', reason: '' }) };
    }
    return Array.isArray(row.dossards) && row.dossards.includes(dossard) ? { ...row, reason: '' } : row;
  };
  return JSON.stringify(JSON.parse(answer, (_, one) => (isRow(one) ? scrub(one) : one)));
}
