import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type * as endpoints from '@dossard/contract/participants/personal.data.endpoints.ts';
import type { Row } from '@dossard/contract/places/exchange.schema.ts';
import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { fullName } from '../../access/account.store.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { lockCompetition, raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { eraseSeals } from '../../chain/entry.digest.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { linkEarlierEntriesOf } from '../../database/earlier.entries.ts';
import { updateRow } from '../../database/one.row.ts';
import { listRows, lockRows } from '../../database/rows.ts';
import { type Facts, isRow, sidesOf } from '../../logged/logged.entry.ts';
import { kindsWith, type LoggedKind, namelessRider, registeredOf } from '../../logged/logged.kinds.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { runRequests } from '../../tables/desk.tables.ts';
import { isPresent, riderOf } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { placeConflicts } from '../../tables/place.tables.ts';
import { complaints } from '../../tables/result.tables.ts';
import { eraseFromList, eraseListedNames, type ListOfNames } from '../declarations/declared.results.ts';
import { eraseEntriesOf, findEntryOf } from '../entries/entry.erasure.ts';
import { lockEntries } from '../entries/entry.places.ts';
import { eraseInSeries } from '../identity/decision.store.ts';
import { deleteFollowers } from '../identity/follower.bindings.ts';
import { rewriteKeptAnswers } from '../identity/kept.answers.ts';
import { getParticipant } from '../participants/participant.store.ts';
import { listRunsOfRider } from '../runs/run.store.ts';
import { eraseDecisionWords, eraseRequests, wordlessRequest } from './erased.words.ts';
import { findHeldBibs, type HeldBib, type HeldBibs, listSaid, rowsAbout, sinceOthers } from './held.bibs.ts';
import { describeRows } from './history.store.ts';
import { selectLog } from './log.store.ts';

/** Reads everything stored about a rider. Throws `participant_not_found`. */
export async function getPersonalData(
  db: Database,
  { id, ranking_rule }: CompetitionRow,
  dossard: number,
): Promise<AnswerOf<typeof endpoints.getPersonalData>> {
  const participant = await getParticipant(db, id, dossard);
  const runs = await listRunsOfRider(db, { competition_id: id, dossard }, ranking_rule.runs);
  const entries = await readLog(db, id);
  const held = findHeldBibs(entries, dossard);
  const [person, ofRuns] = [sinceOthers(held.person, entries), sinceOthers(held.runs, entries)];
  const own = entries.flatMap((entry) => {
    const bibs = registeredOf(entry.subject).erased ? person : ofRuns;
    const { before, after } = rowsAbout(entry, bibs);
    const isOwn = before.length + after.length > 0;
    if (entry.subject !== 'participant') return isOwn ? [entry] : [];
    const named = bibs.find(({ since, until }) => since < entry.id && entry.id <= until)?.dossard ?? dossard;
    if (!isOwn && entry.subject_key !== String(named)) return [];
    // An import lists other riders too; only this rider's rows are returned.
    return [{ ...entry, subject_key: String(named), before: oneOrAll(before), after: oneOrAll(after) }];
  });
  return { participant, runs, history: await describeRows(db, id, own), entry: await findEntryOf(db, id, dossard) };
}

const oneOrAll = (rows: readonly Facts[]) => (rows.length > 1 ? [...rows] : (rows[0] ?? null));

/**
 * Erases a rider's personal fields from the list, from the history, and from the stored answers of repeated writes. The
 * bib stays, with its runs and points. Earlier riders with the bib are erased too, unless they went on with another one.
 * Throws `participant_not_found`.
 */
export async function erasePersonalData(write: Write, dossard: number): Promise<void> {
  const { tx, competition_id } = write;
  const isRider = riderOf({ competition_id, dossard });
  await lockEntries(write);
  await lockWords(write);
  const [found] = await lockRows(tx, participants, isRider);
  // An erasure from the other installation also applies to a rider who is removed here by now.
  const isHidden = found?.deleted_at !== null && write.exchange === undefined;
  if (!found || isHidden) throw new Refusal('participant_not_found');
  await eraseInSeries(write, dossard);
  await tx.update(participants).set(namelessRider(dossard)).where(isRider);
  // Recording a change locks this row too: after this lock, all that was frozen or logged with the names is committed.
  await lockCompetition(write);
  await linkEarlierEntriesOf(tx, competition_id);
  const log = await readLog(tx, competition_id, kindsWith('listOf'));
  const held = findHeldBibs(log, dossard);
  const bibs = held.person.map((bib) => bib.dossard);
  const names = new Set([found, ...listRidersIn(log, held.person)].map(fullName));
  // The entry of who had the bib before is not the person's.
  const own = listRidersIn(log, sinceOthers(held.person, log));
  await eraseEntriesOf(write, { dossard, rows: [found, ...own] });
  const lists = await eraseListedNames(write, bibs, names);
  await scrubHistory(write, { log, held, lists, isErased: () => true });
  await eraseFormerRows(write, bibs, names);
  await eraseDecisionWords(write, log);
  const requests = await eraseRequests(write, { dossard, log, held });
  await eraseConflicts(write, bibs, names);
  await deleteFollowers(write, [dossard]);
  await scrubKeptAnswers(tx, { competition_id, dossard, bibs, names, lists, requests });
  await recordChange(write, { action: 'erase', subject: 'participant', key: dossard });
  await raiseVersion(write, [found]);
}

/** Lists the other bibs that the person with a bib had `before` an entry of the log. */
export async function listFormerBibs(
  db: Database,
  competitionId: number,
  { dossard, before }: { dossard: number; before: number },
): Promise<number[]> {
  const log = await readLog(db, competitionId);
  const { person } = findHeldBibs(
    log.filter(({ id }) => id < before),
    dossard,
  );
  return [...new Set(person.map((bib) => bib.dossard))].filter((bib) => bib !== dossard);
}

/**
 * Erases the names that the history and official lists have under former bibs of riders whom the other installation has
 * erased. This one does not know when they had these bibs, so it keeps the names of present riders.
 */
export async function eraseFormerNames(write: Write, bibs: readonly number[]): Promise<void> {
  const { tx, competition_id } = write;
  await lockCompetition(write);
  const log = await readLog(tx, competition_id, kindsWith('listOf'));
  const person = bibs.map((dossard) => ({ dossard, since: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }));
  const held = { person, runs: [] };
  const present = await listRows(tx, participants, isPresent(participants, competition_id));
  const kept = new Set(present.map(fullName));
  const names = new Set(
    listRidersIn(log, person)
      .map(fullName)
      .filter((name) => !kept.has(name)),
  );
  if (names.size === 0) return;
  const lists = await eraseListedNames(write, bibs, names);
  const isErased = (row: Facts) => 'first_name' in row && names.has(fullName(row));
  await scrubHistory(write, { log, held, lists, isErased });
  await eraseFormerRows(write, bibs, names);
  await eraseConflicts(write, bibs, names);
  await scrubKeptAnswers(tx, { competition_id, dossard: null, bibs, names, lists, requests: new Set() });
  for (const dossard of bibs) await recordChange(write, { action: 'erase', subject: 'participant', key: dossard });
}

/** Locks all requests and complaints, before the rider: deciding one that corrects a run locks in this order. */
async function lockWords({ tx, competition_id }: Write): Promise<void> {
  await lockRows(tx, runRequests, { competition_id }, runRequests.request_id);
  await lockRows(tx, complaints, { competition_id }, complaints.id);
}

/** Removes a person's names, under the bibs that they had, from conflicts between two installations, decided or not (Y6). */
async function eraseConflicts(
  { tx, competition_id }: Write,
  bibs: readonly number[],
  names: ReadonlySet<string>,
): Promise<void> {
  for (const conflict of await listRows(tx, placeConflicts, { competition_id })) {
    const theirs = withoutPerson(conflict.theirs, bibs, names);
    if (theirs !== conflict.theirs) await updateRow(tx, placeConflicts, conflict, { theirs });
  }
}

/** Returns a row of the exchange without a person's names, and without reasons that may name the person. */
function withoutPerson(row: Row, bibs: readonly number[], names: ReadonlySet<string>): Row {
  switch (row.kind) {
    case 'participant':
      return bibs.includes(row.dossard) && names.has(fullName(row)) ? { ...row, ...namelessRider(row.dossard) } : row;
    case 'tie':
      return row.dossards.some((bib) => bibs.includes(bib)) ? { ...row, reason: '' } : row;
    case 'list':
      return eraseFromList(row as ListOfNames & typeof row, bibs, names) ?? row;
    default:
      return row;
  }
}

/** Erases the hidden rows that the person left under these bibs (I4, B7), by the `names` of their history. */
async function eraseFormerRows(
  { tx, competition_id }: Write,
  bibs: readonly number[],
  names: ReadonlySet<string>,
): Promise<void> {
  const isHidden = and(eq(participants.competition_id, competition_id), isNotNull(participants.deleted_at));
  const hidden = await listRows(tx, participants, and(isHidden, inArray(participants.dossard_number, bibs)));
  for (const rider of hidden.filter((one) => names.has(fullName(one))))
    await updateRow(tx, participants, rider, namelessRider(rider.dossard_number));
}

/** Reads the entries about riders, oldest first, and those of some other kinds. */
const readLog = (db: Database, competitionId: number, others: readonly LoggedKind[] = []) =>
  selectLog(db, competitionId, inArray(auditLog.subject, [...kindsWith('ridersOf'), ...others])).orderBy(auditLog.id);

type Log = Awaited<ReturnType<typeof readLog>>;

/** Lists the riders that the history has under these bibs, under any name. */
const listRidersIn = (log: Log, bibs: readonly HeldBib[]): Participant[] =>
  log
    .filter(({ subject }) => subject === 'participant')
    .flatMap((entry) => Object.values(rowsAbout(entry, bibs)).flat())
    .filter((row) => row.first_name) as unknown as Participant[];

/**
 * Replaces the rider's names in the history, and in `log`. Also removes reasons of corrections of the rider's runs, of
 * jury decisions and of the official `lists`, because reasons may name riders.
 */
async function scrubHistory(
  { tx }: Write,
  {
    log,
    held,
    lists,
    isErased,
  }: { log: Log; held: HeldBibs; lists: ReadonlySet<string>; isErased: (row: Facts) => boolean },
): Promise<void> {
  for (const { entry, rows, isReason } of listSaid(log, held, isErased)) {
    const { erased, listOf } = registeredOf(entry.subject);
    if (entry.subject === 'run' && entry.reason === null) continue;
    const isOnList = sidesOf(entry).some((side) => lists.has(String(listOf?.(side))));
    if (!isReason && !isOnList) continue;
    const seals = eraseSeals(entry, (fields) => (erased && rows.includes(fields)) || 'reason' in fields);
    for (const side of erased ? rows : []) Object.assign(side, erased?.(Number(side.dossard_number)));
    if (entry.reason !== null) entry.reason = '';
    const { before, after, reason } = entry;
    await updateRow(tx, auditLog, entry, { before, after, reason, seals });
  }
}

/** Whom an erasure removes from stored answers: a bib, the names it had, and the official lists that name them. */
interface Erased {
  competition_id: number;
  /** The bib that is theirs alone; null if it is not known. */
  dossard: number | null;
  /** All bibs that the person had. */
  bibs: readonly number[];
  names: ReadonlySet<string>;
  lists: ReadonlySet<unknown>;
  /** The ids of the erased requests. */
  requests: ReadonlySet<unknown>;
}

/** Erases the rider from stored answers of repeated writes: the rider's own, lists of riders, and what names them. */
const scrubKeptAnswers = (tx: Transaction, erased: Erased): Promise<void> =>
  rewriteKeptAnswers(tx, (field, value) => {
    if (field === 'message' && typeof value === 'string') return withoutNames(value, erased);
    return isRow(value) ? scrubRow(value, erased) : value;
  });

const withoutNames = (text: string, { dossard, names }: Erased): string =>
  [...names].reduce((words, name) => words.replaceAll(name, dossard === null ? '…' : `Dossard ${dossard}`), text);

/** Replaces the rider in an object of an answer, and the reasons of decisions and lists about them. */
function scrubRow(row: Facts, { competition_id, dossard, bibs, names, lists, requests }: Erased): Facts {
  if (row.reason && lists.has(row.sha256)) return { ...row, reason: '' };
  if (requests.has(row.request_id)) return { ...row, ...wordlessRequest(row) };
  const isNamed = names.has(fullName(row));
  if (Array.isArray(row.dossards) && row.dossards.some((bib) => bibs.includes(bib)) && row.reason)
    return { ...row, reason: '' };
  const bib = Number(row.dossard ?? row.dossard_number);
  // Somebody else may have a former bib.
  if (!('last_name' in row) || !(bib === dossard || (isNamed && bibs.includes(bib)))) return row;
  const isHere = row.competition_id ?? (isNamed ? competition_id : undefined);
  if (isHere !== competition_id) return row;
  // A previewed change has the former values too.
  const erased = { ...namelessRider(bib), text: '', reason: '', changes: undefined };
  return { ...row, ...Object.fromEntries(Object.entries(erased).filter(([name]) => name in row)) };
}
