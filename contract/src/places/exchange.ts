import { type Message, type Row, type RowKey, type RowOf, rowKey, rowKeySchema } from './exchange.schema.ts';
import { homeOf, type Standing } from './home.ts';

/*
 * The protocol by which two installations synchronise a shared competition (Y3–Y6). It is independent of network, clock
 * and database: the server runs it on PostgreSQL, the simulation in virtual time and in memory.
 */

/** The changes in a part of the log: rows, and erased riders. */
interface Touched {
  upto: number;
  /** The last link of the log. */
  end: number;
  keys: readonly RowKey[];
  erased: Message['erased'];
}

/** A run found by its submission: a recorded run, or one with an unknown bib. */
export type KnownRun = { row: RowOf<'run'> } | 'unresolved';

/** A shared competition in one installation, locked while one message is processed. */
export interface Ledger {
  standing: Standing;
  /**
   * Lists the rows changed after a link and up to another, except changes that came from the other side; at most
   * `limit` entries.
   */
  readTouched(after: number, upto: number | null, limit: number): Promise<Touched>;
  /** Reads the present rows; missing ones are omitted. */
  readRows(keys: readonly RowKey[]): Promise<Row[]>;
  findRun(submissionId: string): Promise<KnownRun | undefined>;
  /** Finds the submission that has a run number of a rider, hidden or not. */
  findOccupant(dossard: number, runNumber: number): Promise<string | undefined>;
  hasRider(dossard: number): Promise<boolean>;
  /** Reserves the next run number of a rider. */
  reserveNumber(dossard: number): Promise<number>;
  /** Stores a row. Unless `isOwn`, the row equals the other side's, so it is not sent back. */
  put(row: Row, isOwn: boolean): Promise<void>;
  /** Records in the log that unchanged rows have to be sent to the other side again. */
  resendRows(keys: readonly RowKey[]): Promise<void>;
  /** Erases the personal data of a rider. */
  erase(dossard: number): Promise<void>;
  /** Erases the names that the history has under former bibs of erased riders and that no present rider has. */
  eraseFormer(dossards: readonly number[]): Promise<void>;
  /**
   * Stores changes made here after home had moved as conflicts, to be decided at home; returns the rows to request from
   * home.
   */
  storeConflicts(since: number): Promise<RowKey[]>;
}

/** Maximum number of log entries in one message, and of characters of its rows; one entry may have more (Y10). */
const maxEntries = 100;
const maxCharacters = 2_000_000;

/** Whether a side that is not home may send a row: runs recorded there, and its conflicts. */
const isFact = ({ kind }: { kind: string }) => kind === 'run' || kind === 'unresolved_run' || kind === 'conflict';

/** A message with the number of its request; null if there is nothing to apply. */
export interface Numbered {
  sequence: number;
  message: Message | null;
}

/** Builds the next request to the other side: what is new here, and the rows to request. */
export async function buildRequest(ledger: Ledger): Promise<Numbered & { message: Message }> {
  ledger.standing.sequence += 1;
  return { sequence: ledger.standing.sequence, message: await compose(ledger) };
}

/** Applies a request of the other side and builds the answer; a repeated or outdated one is ignored. */
export async function answerRequest(ledger: Ledger, { sequence, message }: Numbered): Promise<Numbered> {
  if (sequence <= ledger.standing.sequence || message === null) return { sequence, message: null };
  ledger.standing.sequence = sequence;
  await absorb(ledger, message);
  return { sequence, message: await compose(ledger) };
}

/** Applies the answer to the last request; any other answer is ignored. */
export async function applyAnswer(ledger: Ledger, { sequence, message }: Numbered): Promise<void> {
  if (sequence === ledger.standing.sequence && message !== null) await absorb(ledger, message);
}

/** Builds a message with what is new here. */
async function compose(ledger: Ledger): Promise<Message> {
  const { side, epoch, received, handed, taken, other_has: has, other_wanted: wanted } = ledger.standing;
  const isHome = homeOf(epoch) === side;
  // Changes made as home and others are never sent in the same message.
  const asFormerHome = !isHome && handed !== null && has < handed;
  const asHome = isHome || asFormerHome;
  const { upto, end, rows, erased } = await readPart(ledger, {
    after: has,
    upto: asFormerHome ? handed : null,
    asHome,
  });
  const isAsked = isHome && wanted.length > 0;
  const given = isAsked ? await ledger.readRows(wanted) : [];
  const found = new Set(given.map((row) => nameRow(rowKey(row))));
  return {
    epoch,
    handed,
    taken,
    has: received,
    after: has,
    upto,
    end,
    as_home: asHome,
    rows,
    erased,
    wanted: [...ledger.standing.wanted],
    given,
    absent: isAsked ? wanted.filter((key) => !found.has(nameRow(key))) : [],
  };
}

interface Part {
  after: number;
  upto: number | null;
  asHome: boolean;
}

/** Reads what the next entries changed, of fewer entries if that is too much for one message. */
async function readPart(
  ledger: Ledger,
  part: Part,
  limit = maxEntries,
): Promise<Omit<Touched, 'keys'> & { rows: Row[] }> {
  const { keys, ...touched } = await ledger.readTouched(part.after, part.upto, limit);
  if (homeOf(ledger.standing.epoch) === ledger.standing.side)
    await endWaiting(ledger, await listLive(ledger, keys), true);
  const rows = await ledger.readRows(part.asHome ? keys : keys.filter(isFact));
  const isTooMuch = limit > 1 && JSON.stringify(rows).length > maxCharacters;
  return isTooMuch ? readPart(ledger, part, Math.ceil(limit / 4)) : { ...touched, rows };
}

/** Lists the runs among these rows that are not deleted. */
async function listLive(ledger: Ledger, keys: readonly RowKey[]): Promise<string[]> {
  const ofRuns = keys.filter(({ kind }) => kind === 'run');
  if (ofRuns.length === 0) return [];
  const rows = await ledger.readRows(ofRuns);
  return rows.flatMap((row) => (row.kind === 'run' && !row.deleted ? [row.submission_id] : []));
}

const nameRow = ({ kind, id }: RowKey) => `${kind} ${id}`;

/**
 * Applies a message of the other side: which side is home, then its rows, if it continues exactly where the last one
 * ended. A repeated, late or unordered message changes nothing; the next answer says where to continue.
 */
async function absorb(ledger: Ledger, message: Message): Promise<void> {
  const { standing } = ledger;
  const isToMe = homeOf(message.epoch) === standing.side;
  if (!isToMe) await handleNewHome(ledger, message);
  if (message.after === standing.received) {
    await applyRows(ledger, message);
    standing.received = message.upto;
    if (standing.wanted.length > 0) await applyWanted(ledger, message);
  }
  // Home was given to this side: it becomes home once it has received all changes made there until then.
  if (message.epoch > standing.epoch && isToMe && standing.received >= (message.handed ?? 0)) {
    standing.epoch = message.epoch;
    standing.taken = null;
  }
  // After home was taken here, the other side knows it only once it has set aside its later changes as conflicts.
  if (standing.taken === null || (message.handed ?? Number.POSITIVE_INFINITY) <= standing.taken)
    standing.heard = Math.max(standing.heard, message.epoch);
  standing.other_has = message.has;
  standing.other_end = message.end;
  standing.other_wanted = message.wanted;
}

/**
 * Handles a message in which the other side is home. If it took home without asking, later changes made here become
 * conflicts.
 */
async function handleNewHome(ledger: Ledger, { epoch, taken }: Message): Promise<void> {
  const { standing } = ledger;
  if (epoch < standing.epoch) return;
  const wasHome = homeOf(standing.epoch) === standing.side;
  if (epoch > standing.epoch && standing.taken !== null) {
    // Home was taken here, and has moved back since: the changes ignored meanwhile count after all.
    standing.received = Math.min(standing.received, standing.taken);
    standing.taken = null;
  }
  standing.epoch = epoch;
  if (taken === null || !(wasHome || (standing.handed ?? 0) > taken)) return;
  standing.handed = taken;
  standing.wanted = await ledger.storeConflicts(taken);
}

async function applyRows(ledger: Ledger, { as_home, after, rows, erased }: Message): Promise<void> {
  const { standing } = ledger;
  // Changes of a side that did not know that home had been taken; it will send them again as conflicts.
  const isUnaware = standing.taken !== null && after >= standing.taken;
  const asHome = as_home && !isUnaware;
  // An erasure is always accepted, and applied before the rows, which are in their present state.
  for (const { dossard } of erased) await ledger.erase(dossard);
  for (const row of inOrder(rows)) {
    if (row.kind === 'run') await applyRun(ledger, row, asHome);
    else if (row.kind === 'unresolved_run') await applyUnresolved(ledger, row, asHome);
    else if (asHome || row.kind === 'conflict') await ledger.put(row, false);
  }
  const former = erased.flatMap((rider) => rider.former);
  if (former.length > 0) await ledger.eraseFormer(former);
}

const orderOf = ({ kind }: Row) => rowKeySchema.shape.kind.options.indexOf(kind);
const inOrder = (rows: readonly Row[]): Row[] => [...rows].sort((a, b) => orderOf(a) - orderOf(b));

/**
 * Applies a run. A run is one fact wherever it was recorded, identified by its submission (Y4): home accepts unknown
 * runs, and the other side accepts home's version. If two runs have the same number, home's run keeps it.
 */
async function applyRun(ledger: Ledger, row: RowOf<'run'>, asHome: boolean): Promise<void> {
  const known = await ledger.findRun(row.submission_id);
  const isResolved = known === 'unresolved' && !asHome && (await isResolvedThere(ledger, row));
  if (known && !asHome && !isResolved) return resendOwnVersion(ledger, known, row);
  if (!known && !asHome && !(await ledger.hasRider(row.dossard))) {
    const { kind, run_number, version, ridden_at, deleted, hidden, ...recorded } = row;
    return ledger.put({ ...recorded, kind: 'unresolved_run', state: 'waiting', quarantined: false }, true);
  }
  if (known === 'unresolved' && asHome && !row.deleted) await endWaiting(ledger, [row.submission_id], false);
  const occupant = await ledger.findOccupant(row.dossard, row.run_number);
  if (occupant === undefined || occupant === row.submission_id) return ledger.put(row, false);
  if (!asHome) return ledger.put({ ...row, run_number: await ledger.reserveNumber(row.dossard) }, true);
  await renumberRun(ledger, occupant);
  return ledger.put(row, false);
}

/**
 * Whether the other side assigned a rider to a run that is unresolved at home; the run is then marked as resolved, if the
 * same message has not said so already.
 */
async function isResolvedThere(ledger: Ledger, row: RowOf<'run'>): Promise<boolean> {
  const [known] = await ledger.readRows([{ kind: 'unresolved_run', id: row.submission_id }]);
  if (known?.kind !== 'unresolved_run' || known.state === 'discarded') return false;
  if (row.deleted || !(await ledger.hasRider(row.dossard))) return false;
  if (known.state === 'waiting') await ledger.put({ ...known, state: 'resolved' }, true);
  return true;
}

/** Marks runs that have a rider by now as resolved. */
async function endWaiting(ledger: Ledger, ids: readonly string[], isOwn: boolean): Promise<void> {
  for (const row of await ledger.readRows(ids.map((id) => ({ kind: 'unresolved_run', id }))))
    if (row.kind === 'unresolved_run' && row.state === 'waiting')
      await ledger.put({ ...row, state: 'resolved' }, isOwn);
}

/**
 * Sends home's version of a run again if the other side's differs: it was recorded in both, or home moved meanwhile.
 */
async function resendOwnVersion(
  ledger: Ledger,
  known: KnownRun,
  row: RowOf<'run'> | RowOf<'unresolved_run'>,
): Promise<void> {
  if (known !== 'unresolved' && isSameRow(known.row, row)) return;
  // It is unresolved there, but home knows its rider.
  if (known !== 'unresolved' && row.kind === 'unresolved_run') await ledger.put({ ...row, state: 'resolved' }, true);
  const id = row.submission_id;
  await ledger.resendRows([
    { kind: 'run', id },
    { kind: 'unresolved_run', id },
  ]);
}

/** Whether two rows of a kind have the same values. */
export function isSameRow(a: Row, b: Row): boolean {
  const [one, other] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return Object.keys(other).every((name) => one[name] === other[name]);
}

/**
 * Takes over the other side's version at home (Y6), and sends it there again; returns false for a run without a rider
 * here. An unresolved run becomes resolved, and a run whose number is taken gets another one.
 */
export async function takeTheirs(ledger: Ledger, row: Row): Promise<boolean> {
  if (row.kind !== 'run') await ledger.put(row, true);
  else if (!(await takeRun(ledger, row))) return false;
  // The history may say nothing of it, as of a list or of a place in the start order.
  await ledger.resendRows([rowKey(row)]);
  return true;
}

async function takeRun(ledger: Ledger, row: RowOf<'run'>): Promise<boolean> {
  if (!row.deleted && !(await ledger.hasRider(row.dossard))) return false;
  if ((await ledger.findRun(row.submission_id)) === 'unresolved') await isResolvedThere(ledger, row);
  const occupant = await ledger.findOccupant(row.dossard, row.run_number);
  const isFree = occupant === undefined || occupant === row.submission_id;
  await ledger.put(isFree ? row : { ...row, run_number: await ledger.reserveNumber(row.dossard) }, true);
  return true;
}

/** Renumbers a run of this side, because home has a run of that number. */
async function renumberRun(ledger: Ledger, submissionId: string): Promise<void> {
  const known = await ledger.findRun(submissionId);
  if (known === undefined || known === 'unresolved') throw new Error(`Run ${submissionId} is not where its number is.`);
  const { row } = known;
  await ledger.put({ ...row, run_number: await ledger.reserveNumber(row.dossard) }, true);
}

async function applyUnresolved(ledger: Ledger, row: RowOf<'unresolved_run'>, asHome: boolean): Promise<void> {
  const known = await ledger.findRun(row.submission_id);
  // Discarded there, while it is still unresolved at home.
  if (known === 'unresolved' && !asHome && row.state === 'discarded') return ledger.put(row, false);
  if (known && !asHome) return resendOwnVersion(ledger, known, row);
  // Home has no rider for it: here it belonged to a rider who is deleted there.
  if (known && known !== 'unresolved' && row.state !== 'resolved')
    await ledger.put({ ...known.row, deleted: true }, false);
  await ledger.put(row, false);
}

/** A result that home never declared. */
const undeclaredResult = {
  ...({ state: 'running', revision: 0, complaints_until: null } as const),
  held: null,
  held_at: null,
  release_at: null,
};

/** Applies the rows that this side had requested; rows that home does not have are deleted here too. */
async function applyWanted(ledger: Ledger, { given, absent }: Message): Promise<void> {
  const { standing } = ledger;
  if (given.length === 0 && absent.length === 0) return;
  for (const row of inOrder(given)) {
    if (row.kind === 'run') await applyRun(ledger, row, true);
    else await ledger.put(row, false);
  }
  for (const row of await ledger.readRows(absent)) {
    if (row.kind === 'zone' || row.kind === 'participant' || row.kind === 'tie')
      await ledger.put({ ...row, deleted: true }, false);
    if (row.kind === 'result') await ledger.put({ ...row, ...undeclaredResult }, false);
  }
  const settled = new Set([...given.map(rowKey), ...absent].map(nameRow));
  standing.wanted = standing.wanted.filter((key) => !settled.has(nameRow(key)));
}
