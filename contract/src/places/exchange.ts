import { keyOf, type Message, type Row, type RowKey, type RowOf } from './exchange.schema.ts';
import { homeOf, type Standing } from './home.ts';

/*
 * How two installations that share a competition tell each other what is new, and what each makes of it (Y3–Y6). It knows
 * no network, no clock and no database: the server runs it on PostgreSQL, the simulation in virtual time in memory.
 */

/** What changed in a part of the log: the rows, and bibs whose riders were erased. */
export interface Touched {
  upto: number;
  /** The last link of the log. */
  end: number;
  keys: readonly RowKey[];
  erased: readonly number[];
}

/** A run that is known by its submission: among the runs with its place, or with an unknown bib. */
export type KnownRun = { row: RowOf<'run'> } | 'unresolved';

/** A shared competition in one installation, held for as long as one message takes. */
export interface Ledger {
  standing: Standing;
  /** Lists what changed after a link and up to another, without what came from the other side; at most `limit` entries. */
  readTouched(after: number, upto: number | null, limit: number): Promise<Touched>;
  /** Reads rows as they are now; those that are not there are left out. */
  readRows(keys: readonly RowKey[]): Promise<Row[]>;
  findRun(submissionId: string): Promise<KnownRun | undefined>;
  /** Finds the submission that has a run number of a rider, hidden or not. */
  findOccupant(dossard: number, runNumber: number): Promise<string | undefined>;
  hasRider(dossard: number): Promise<boolean>;
  /** Takes the next run number of a rider. */
  takeNumber(dossard: number): Promise<number>;
  /** Stores a row as it is given. What came from the other side as it is here now is not told back to it. */
  put(row: Row, isOwn: boolean): Promise<void>;
  /** Notes in the log that rows are to be told to the other side as they are here, though nothing changed. */
  tellAgain(keys: readonly RowKey[]): Promise<void>;
  /** Erases the personal data of a rider. */
  erase(dossard: number): Promise<void>;
  /** Keeps what was changed here after home had moved for a decision at home; returns the rows to ask home for. */
  keepConflicts(since: number): Promise<RowKey[]>;
}

/** Entries of the log that one message covers. */
export const usualLimit = 100;

/** What may be told by a side that is not home: what referees recorded there, and what it wants decided. */
const isFact = ({ kind }: { kind: string }) => kind === 'run' || kind === 'unresolved_run' || kind === 'conflict';

/** A message with the number of the question that it asks or answers; null where there is nothing to take. */
export interface Numbered {
  sequence: number;
  message: Message | null;
}

/** Writes the next question to the other side: what is new here, and what it is asked for. */
export async function askOther(ledger: Ledger): Promise<Numbered & { message: Message }> {
  ledger.standing.sequence += 1;
  return { sequence: ledger.standing.sequence, message: await compose(ledger) };
}

/** Takes a question of the other side and writes the answer; one that was taken before, or overtaken, brings nothing. */
export async function answerOther(ledger: Ledger, { sequence, message }: Numbered): Promise<Numbered> {
  if (sequence <= ledger.standing.sequence || message === null) return { sequence, message: null };
  ledger.standing.sequence = sequence;
  await absorb(ledger, message);
  return { sequence, message: await compose(ledger) };
}

/** Takes the answer to the last question; a late one, or to another question, brings nothing. */
export async function hearAnswer(ledger: Ledger, { sequence, message }: Numbered): Promise<void> {
  if (sequence === ledger.standing.sequence && message !== null) await absorb(ledger, message);
}

/** Writes what is new here for the other side. */
async function compose(ledger: Ledger, limit = usualLimit): Promise<Message> {
  const { side, epoch, received, handed, taken, other_has: has, other_wanted: wanted } = ledger.standing;
  const isHome = homeOf(epoch) === side;
  // What was written as home and what was not never share a message.
  const asFormerHome = !isHome && handed !== null && has < handed;
  const { upto, end, keys, erased } = await ledger.readTouched(has, asFormerHome ? handed : null, limit);
  const asHome = isHome || asFormerHome;
  if (isHome) await endWaiting(ledger, await listLive(ledger, keys), true);
  const isAsked = isHome && wanted.length > 0;
  const given = isAsked ? await ledger.readRows(wanted) : [];
  const found = new Set(given.map((row) => nameOf(keyOf(row))));
  return {
    epoch,
    handed,
    taken,
    has: received,
    after: has,
    upto,
    end,
    as_home: asHome,
    rows: await ledger.readRows(asHome ? keys : keys.filter(isFact)),
    erased: [...erased],
    wanted: [...ledger.standing.wanted],
    given,
    absent: isAsked ? wanted.filter((key) => !found.has(nameOf(key))) : [],
  };
}

/** Lists the runs among these rows that count. */
async function listLive(ledger: Ledger, keys: readonly RowKey[]): Promise<string[]> {
  const ofRuns = keys.filter(({ kind }) => kind === 'run');
  if (ofRuns.length === 0) return [];
  const rows = await ledger.readRows(ofRuns);
  return rows.flatMap((row) => (row.kind === 'run' && !row.deleted ? [row.submission_id] : []));
}

const nameOf = ({ kind, id }: RowKey) => `${kind} ${id}`;

/**
 * Takes a message of the other side: who is home, then its rows, if it goes on exactly where the last one ended. One that
 * is doubled, late or out of order changes nothing, and the next answer says where to go on.
 */
async function absorb(ledger: Ledger, message: Message): Promise<void> {
  const { standing } = ledger;
  const isToMe = homeOf(message.epoch) === standing.side;
  if (!isToMe) await learnNewHome(ledger, message);
  if (message.after === standing.received) {
    await takeRows(ledger, message);
    standing.received = message.upto;
    if (standing.wanted.length > 0) await takeWanted(ledger, message);
  }
  // Home was given to this side: it is home once it has all that was written there until then.
  if (message.epoch > standing.epoch && isToMe && standing.received >= (message.handed ?? 0)) {
    standing.epoch = message.epoch;
    standing.taken = null;
  }
  // Where home was taken, the other side knows it once it has set aside what it wrote since.
  if (standing.taken === null || (message.handed ?? Number.POSITIVE_INFINITY) <= standing.taken)
    standing.heard = Math.max(standing.heard, message.epoch);
  standing.other_has = message.has;
  standing.other_end = message.end;
  standing.other_wanted = message.wanted;
}

/** Learns that the other side is home. If it took home without asking, what was written here since is in conflict. */
async function learnNewHome(ledger: Ledger, { epoch, taken }: Message): Promise<void> {
  const { standing } = ledger;
  if (epoch < standing.epoch) return;
  const wasHome = homeOf(standing.epoch) === standing.side;
  if (epoch > standing.epoch && standing.taken !== null) {
    // Home was taken here, and is there again: what was left aside meanwhile counts after all.
    standing.received = Math.min(standing.received, standing.taken);
    standing.taken = null;
  }
  standing.epoch = epoch;
  if (taken === null || !(wasHome || (standing.handed ?? 0) > taken)) return;
  standing.handed = taken;
  standing.wanted = await ledger.keepConflicts(taken);
}

async function takeRows(ledger: Ledger, { as_home, after, rows, erased }: Message): Promise<void> {
  const { standing } = ledger;
  // Written as home by a side from which home had been taken: it sends those edits again, as conflicts.
  const isUnaware = standing.taken !== null && after >= standing.taken;
  const asHome = as_home && !isUnaware;
  // An erasure is a fact, and comes before the rows, which are as they are now.
  for (const dossard of erased) await ledger.erase(dossard);
  for (const row of inOrder(rows)) {
    if (row.kind === 'run') await takeRun(ledger, row, asHome);
    else if (row.kind === 'unresolved_run') await takeUnresolved(ledger, row, asHome);
    else if (asHome || row.kind === 'conflict') await ledger.put(row, false);
  }
}

/** Rows that others refer to come first. */
const order = ['settings', 'zone', 'participant', 'unresolved_run', 'run', 'result', 'list', 'tie', 'conflict'];
const orderOf = ({ kind }: Row) => order.indexOf(kind);
const inOrder = (rows: readonly Row[]): Row[] => [...rows].sort((a, b) => orderOf(a) - orderOf(b));

/**
 * Takes a run. It is one fact wherever it was recorded, known by its submission (Y4): home takes what it does not know, and
 * the other side takes over what home says of it. Of two runs with one number, that of home keeps it.
 */
async function takeRun(ledger: Ledger, row: RowOf<'run'>, asHome: boolean): Promise<void> {
  const known = await ledger.findRun(row.submission_id);
  const isResolved = known === 'unresolved' && !asHome && (await isResolvedThere(ledger, row));
  if (known && !asHome && !isResolved) return insist(ledger, known, row);
  if (!known && !asHome && !(await ledger.hasRider(row.dossard))) {
    const { kind, run_number, version, deleted, ...recorded } = row;
    return ledger.put({ ...recorded, kind: 'unresolved_run', state: 'waiting' }, true);
  }
  if (known === 'unresolved' && asHome && !row.deleted) await endWaiting(ledger, [row.submission_id], false);
  const occupant = await ledger.findOccupant(row.dossard, row.run_number);
  if (occupant === undefined || occupant === row.submission_id) return ledger.put(row, false);
  if (!asHome) return ledger.put({ ...row, run_number: await ledger.takeNumber(row.dossard) }, true);
  await moveAway(ledger, occupant);
  return ledger.put(row, false);
}

/** Whether the other side gave a rider to a run that waits for one at home; then it waits no more. */
async function isResolvedThere(ledger: Ledger, row: RowOf<'run'>): Promise<boolean> {
  const [waiting] = await ledger.readRows([{ kind: 'unresolved_run', id: row.submission_id }]);
  if (waiting?.kind !== 'unresolved_run' || waiting.state !== 'waiting') return false;
  if (row.deleted || !(await ledger.hasRider(row.dossard))) return false;
  await ledger.put({ ...waiting, state: 'resolved' }, true);
  return true;
}

/** Ends the waiting of runs that have a rider by now. */
async function endWaiting(ledger: Ledger, ids: readonly string[], isOwn: boolean): Promise<void> {
  for (const row of await ledger.readRows(ids.map((id) => ({ kind: 'unresolved_run', id }))))
    if (row.kind === 'unresolved_run' && row.state === 'waiting')
      await ledger.put({ ...row, state: 'resolved' }, isOwn);
}

/** Tells the other side how a run is at home, if it has the run otherwise: it was recorded in both, or home moved meanwhile. */
async function insist(ledger: Ledger, known: KnownRun, row: RowOf<'run'> | RowOf<'unresolved_run'>): Promise<void> {
  if (known !== 'unresolved' && isSameRow(known.row, row)) return;
  // It waits there for a rider whom home knows.
  if (known !== 'unresolved' && row.kind === 'unresolved_run') await ledger.put({ ...row, state: 'resolved' }, true);
  const id = row.submission_id;
  await ledger.tellAgain([
    { kind: 'run', id },
    { kind: 'unresolved_run', id },
  ]);
}

/** Whether two rows of a kind say the same. */
export function isSameRow(a: Row, b: Row): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return Object.keys(other).every((name) => one[name] === other[name]);
}

/**
 * Takes over at home what was changed on the other side (Y6); false for a run whose rider is not there. A run waits for its
 * rider no more, and gets another number when a run has its own.
 */
export async function takeTheirs(ledger: Ledger, row: Row): Promise<boolean> {
  if (row.kind !== 'run') {
    await ledger.put(row, true);
    return true;
  }
  if (!row.deleted && !(await ledger.hasRider(row.dossard))) return false;
  if ((await ledger.findRun(row.submission_id)) === 'unresolved') await isResolvedThere(ledger, row);
  const occupant = await ledger.findOccupant(row.dossard, row.run_number);
  const isFree = occupant === undefined || occupant === row.submission_id;
  await ledger.put(isFree ? row : { ...row, run_number: await ledger.takeNumber(row.dossard) }, true);
  return true;
}

/** Gives a run of this side another number, because home has a run of that number. */
async function moveAway(ledger: Ledger, submissionId: string): Promise<void> {
  const known = await ledger.findRun(submissionId);
  if (known === undefined || known === 'unresolved') throw new Error(`Run ${submissionId} is not where its number is.`);
  const { row } = known;
  await ledger.put({ ...row, run_number: await ledger.takeNumber(row.dossard) }, true);
}

async function takeUnresolved(ledger: Ledger, row: RowOf<'unresolved_run'>, asHome: boolean): Promise<void> {
  const known = await ledger.findRun(row.submission_id);
  // Discarded there, while home still waits for its rider.
  if (known === 'unresolved' && !asHome && row.state === 'discarded') return ledger.put(row, false);
  if (known && !asHome) return insist(ledger, known, row);
  // Home has no rider for it: here it was the run of one who is deleted there.
  if (known && known !== 'unresolved' && row.state !== 'resolved')
    await ledger.put({ ...known.row, deleted: true }, false);
  await ledger.put(row, false);
}

/** Takes the rows that this side had asked for; what home does not have is gone here too. */
async function takeWanted(ledger: Ledger, { given, absent }: Message): Promise<void> {
  const { standing } = ledger;
  if (given.length === 0 && absent.length === 0) return;
  for (const row of inOrder(given)) {
    if (row.kind === 'run') await takeRun(ledger, row, true);
    else await ledger.put(row, false);
  }
  for (const row of await ledger.readRows(absent)) {
    if (row.kind === 'zone' || row.kind === 'participant' || row.kind === 'tie')
      await ledger.put({ ...row, deleted: true }, false);
    if (row.kind === 'result')
      await ledger.put({ ...row, state: 'running', revision: 0, complaints_until: null }, false);
  }
  const settled = new Set([...given.map(keyOf), ...absent].map(nameOf));
  standing.wanted = standing.wanted.filter((key) => !settled.has(nameOf(key)));
}
