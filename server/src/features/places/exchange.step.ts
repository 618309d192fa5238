import type { Message } from '@dossard/contract/places/exchange.schema.ts';
import { answerRequest, applyAnswer, buildRequest } from '@dossard/contract/places/exchange.ts';
import { isEven, type Standing } from '@dossard/contract/places/home.ts';
import type { Comparison } from '@dossard/contract/places/place.schema.ts';
import { eq } from 'drizzle-orm';
import { getChainHead } from '../../audit/audit.log.ts';
import { raiseVersion } from '../../audit/competition.version.ts';
import { type Write, writeTo } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { isUsable } from '../../rights/relations.ts';
import { places } from '../../tables/place.tables.ts';
import { compareDigests, computeDigest } from './digest.ts';
import { lockRowsOf, openLedger, type StoredLedger } from './ledger.ts';
import { exchangePath } from './pairing.ts';
import { answerBytes, OtherVersion, type Parcel, pack, Suspended, unpack } from './parcel.ts';
import { spendBudget } from './peer.budget.ts';
import { maxOnWire, postToPeer, TooMuch } from './peer.ts';
import { markUnshared } from './place.actions.ts';
import { lockPlace, type PlaceRow, saveStanding, standingOf } from './place.store.ts';
import { Blocked, isBlocked, isHostile, reportTrouble } from './place.trouble.ts';
import { isSigned, signBytes } from './signature.ts';

/** Interval between comparisons of two installations that are in sync, in milliseconds. */
const compareMs = 10_000;

/** The status of an answer to a suspended exchange, with a signed body. */
export const suspendedStatus = 403;

/** The header with the signature of the bytes that are sent. */
export const signatureHeader = 'x-place-signature';
/** The header with the id of the sharing, to find the sender's key before anything is unpacked. */
export const pairHeader = 'x-place-pair';

const unseen = (competition_id: number, now: Date): Omit<Write, 'tx'> => ({ competition_id, actor_id: null, now });

/** Opens a shared competition, lets `work` process messages on it, and stores the resulting state. */
async function withLedger<Result>(
  write: Write,
  place: PlaceRow,
  message: Message | null,
  work: (ledger: StoredLedger) => Promise<Result>,
): Promise<{ result: Result; standing: Standing }> {
  if (message) {
    const absent = message.absent.filter(({ kind }) => kind === 'participant').map(({ id }) => Number(id));
    await lockRowsOf(
      write,
      [...message.rows, ...message.given],
      [...message.erased.map(({ dossard }) => dossard), ...absent],
    );
  }
  const ledger = await openLedger(write, standingOf(place));
  const result = await work(ledger);
  await saveStanding(write, ledger.standing);
  if (ledger.hasChanged) await raiseVersion(write);
  return { result, standing: ledger.standing };
}

/** Stores the time of the last contact, and how far the other installation's clock is ahead. */
const storeContact = ({ tx, competition_id, now }: Write, theirs: string, comparison?: Comparison | undefined) =>
  tx
    .update(places)
    .set({
      last_contact: now.toISOString(),
      clock_ahead_ms: Date.parse(theirs) - now.getTime(),
      trouble: null,
      ...(comparison && { comparison }),
    })
    .where(eq(places.competition_id, competition_id));

/**
 * Answers a parcel of another installation: applies its content and returns what is new here. Undefined if no
 * installation that shares a competition signed it.
 */
export async function answerParcel(
  db: Database,
  now: Date,
  { pair, bytes, signature }: { pair: string; bytes: Buffer; signature: string },
): Promise<{ bytes: Buffer; signature: string; suspended: boolean } | undefined> {
  // Both sides may be in one installation. Verify the signature before unpacking.
  const sides = await db.select().from(places).where(eq(places.pair, pair));
  const known = sides.find(({ other_public_key }) => isSigned(other_public_key, bytes, signature));
  if (!known || isBlocked(known, now)) return undefined;
  const answer: Parcel | undefined = await reportTrouble(
    db,
    () => now,
    known.competition_id,
    () => handleRequest(db, now, known, bytes),
  ).catch((error) => {
    if (isHostile(error)) return undefined;
    // The caller learns this side's version from the answer.
    if (!(error instanceof OtherVersion)) throw error;
    return { pair, sequence: known.sequence, now: now.toISOString(), message: null };
  });
  if (!answer) return undefined;
  const packed = await pack(answer);
  const signed = signBytes(known.private_key, answerBytes(signature, packed));
  return { bytes: packed, signature: signed, suspended: answer.suspended === true };
}

/** Whether the right that an exchange rests on is gone on this side (X1). */
const isSuspended = async (db: Database, { competition_id, made_by }: PlaceRow) =>
  !(await isUsable(db, { competition_id, made_by }));

/** Applies a parcel and writes the answer; undefined for a parcel of another pair. */
async function handleRequest(db: Database, now: Date, place: PlaceRow, bytes: Buffer): Promise<Parcel | undefined> {
  spendBudget(place);
  const parcel = await unpack(bytes);
  if (parcel.pair !== place.pair) return undefined;
  return writeTo(db, unseen(place.competition_id, now), async (write): Promise<Parcel> => {
    const current = await lockPlace(write);
    const header = { pair: parcel.pair, sequence: parcel.sequence, now: now.toISOString() };
    if (current.ended === null && parcel.ended) await endByOther(write);
    if (current.ended !== null || parcel.ended) return { ...header, message: null, ended: true };
    if (await isSuspended(write.tx, current)) return { ...header, message: null, suspended: true };
    const { result, standing } = await withLedger(write, current, parcel.message, (ledger) =>
      answerRequest(ledger, parcel),
    );
    const { message } = result;
    if (!message) return { ...header, message };
    const isCompared = parcel.digest && isEven(standing, message.end);
    const comparison = isCompared
      ? compareDigests(await computeDigest(write.tx, current.competition_id, current.side), parcel.digest ?? [], now)
      : undefined;
    await storeContact(write, parcel.now, comparison);
    return { ...header, message, ...(comparison && { comparison }) };
  });
}

/** The other installation ended the sharing: the competition keeps its data, and is at home here. */
async function endByOther(write: Write): Promise<void> {
  await write.tx.update(places).set({ ended: 'there' }).where(eq(places.competition_id, write.competition_id));
  await markUnshared(write);
}

/**
 * Sends what is new here and applies what is new there, once; returns whether there is more to send. Throws when the
 * other installation does not answer.
 */
export async function exchangeOnce(
  db: Database,
  clock: () => Date,
  competitionId: number,
  ask = fetch,
): Promise<boolean> {
  const { place, parcel } = await prepareParcel(db, clock(), competitionId);
  if (!place.other_url) return false;
  const bytes = await pack(parcel);
  const signature = signBytes(place.private_key, bytes);
  const headers = {
    'content-type': 'application/octet-stream',
    [signatureHeader]: signature,
    [pairHeader]: place.pair,
  };
  const url = new URL(exchangePath, place.other_url);
  return reportTrouble(db, clock, competitionId, async () => {
    spendBudget(place);
    const sent = { headers, body: new Uint8Array(bytes) };
    const answer = await postToPeer(url, sent, maxOnWire, ask).catch((error: Error) => {
      if (error instanceof TooMuch) throw error;
      throw new Error(`${place.other_name} does not answer: ${error.message}`);
    });
    const signed = answer.headers.get(signatureHeader) ?? '';
    const isTheirs = isSigned(place.other_public_key, answerBytes(signature, answer.bytes), signed);
    // Earlier versions stop at the status, which later ones read after the signature.
    if (!isTheirs || ![200, suspendedStatus].includes(answer.status))
      throw new Error(`${place.other_name} answered ${answer.status}.`);
    return handleAnswer(db, clock(), competitionId, answer.bytes);
  });
}

/** Applies the answer to the last parcel; returns whether there is more to send. */
async function handleAnswer(db: Database, now: Date, competitionId: number, bytes: Buffer): Promise<boolean> {
  const answer = await unpack(bytes);
  if (answer.suspended) throw new Suspended('The other installation has suspended the exchange.');
  return writeTo(db, unseen(competitionId, now), async (write) => {
    const current = await lockPlace(write);
    if (answer.ended) {
      if (current.ended === null) await endByOther(write);
      // Both sides have ended the sharing, so stop calling.
      await write.tx.update(places).set({ other_url: null }).where(eq(places.competition_id, competitionId));
      return false;
    }
    if (answer.message) await storeContact(write, answer.now, answer.comparison);
    const { standing } = await withLedger(write, current, answer.message, (ledger) => applyAnswer(ledger, answer));
    // Another process may exchange too: only the latest sequence number counts, or the two would undo each other.
    if (answer.sequence !== standing.sequence) return false;
    return !isEven(standing, (await getChainHead(write.tx, competitionId)).length);
  });
}

/** Numbers the next parcel, so that none is applied twice, and packs what is new. */
async function prepareParcel(db: Database, now: Date, competitionId: number) {
  return writeTo(db, unseen(competitionId, now), async (write) => {
    const place = await lockPlace(write);
    const header = { pair: place.pair, now: now.toISOString() };
    if (place.ended !== null) {
      const parcel: Parcel = { ...header, sequence: place.sequence + 1, message: null, ended: true };
      return { place, parcel };
    }
    if (await isSuspended(write.tx, place)) throw new Suspended('The exchange is suspended here.');
    if (isBlocked(place, now))
      throw new Blocked(`${place.other_name} sent what cannot be read, and is left alone for now.`);
    const { result, standing } = await withLedger(write, place, null, buildRequest);
    const compared = Date.parse(place.comparison?.compared_at ?? '1970-01-01');
    const isDue = isEven(standing, result.message.end) && now.getTime() - compared >= compareMs;
    const digest = isDue ? await computeDigest(write.tx, competitionId, place.side) : undefined;
    const parcel: Parcel = { ...header, ...result, ...(digest && { digest }) };
    return { place, parcel };
  });
}
