import { randomUUID } from 'node:crypto';
import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import { descriptionNames } from '@dossard/contract/competitions/competition.settings.ts';
import { exchangeVersion, type Side } from '@dossard/contract/places/exchange.schema.ts';
import { numbersOf } from '@dossard/contract/places/home.ts';
import {
  type PairAnswer,
  type PairRequest,
  type PlaceCode,
  type PlaceJoin,
  pairAnswerSchema,
  pairRequestSchema,
  provedSchema,
} from '@dossard/contract/places/place.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Caller, getCaller } from '../../access/account.store.ts';
import { findAccess } from '../../access/competition.access.ts';
import { recordChange } from '../../audit/audit.log.ts';
import { lockCompetition } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import { allowPauses, type Database, type Transaction } from '../../database/client.ts';
import { insertNew, updateRow } from '../../database/one.row.ts';
import type { Parts } from '../../http/parts.ts';
import { mayCreateCompetitions } from '../../http/who/permission.ts';
import { overloaded } from '../../refusals/overload.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { auditLog } from '../../tables/audit.table.ts';
import { competitions } from '../../tables/competition.table.ts';
import { placeCodes, placeConflicts, places } from '../../tables/place.tables.ts';
import { zones } from '../../tables/zone.tables.ts';
import { parseJson } from '../../tools/parse.json.ts';
import { createTurns } from '../../tools/turns.ts';
import { createCompetition } from '../competitions/competition.actions.ts';
import { deleteEarlierCopies, listEarlierPairs } from './earlier.copies.ts';
import { maxPairing, postToPeer } from './peer.ts';
import { createCode, createKeys, deriveKey, isProofValid, prove, readCode } from './signature.ts';

/** Validity of a code, in milliseconds, and its maximum number of attempts. */
const codeMs = 30 * 60_000;
const maxAttempts = 10;
/** Maximum difference between the clocks of two installations, in milliseconds. */
const maxClockMs = 5 * 60_000;
/** Time limit for a transaction that waits for this answer, in seconds. */
const pauseSec = 30;

/** How this installation introduces itself. */
export type Here = Pick<Parts, 'db' | 'clock' | 'publicUrl' | 'openCreation' | 'publicDemo'>;

/** Paths of the other installation for pairing, and then for the exchange. */
export const pairPath = '/api/places/pair';
export const exchangePath = '/api/places/exchange';

const hostOf = (publicUrl: string) => new URL(publicUrl).host;

/** A code to show, the letters that identify it, and its stored form. */
type PreparedCode = Awaited<ReturnType<typeof prepareCode>>;

/** Generates a code and derives its key, before the transaction, which must not wait for that. Throws `overloaded`. */
export async function prepareCode(generateCode = createCode) {
  const code = generateCode();
  const read = readCode(code);
  if (!read) throw new Error('A generated code cannot be parsed.');
  return { code, id: read.id, key: await deriveKey(read) };
}

/**
 * Creates a code by which another installation joins a competition, or with null gives one; only its derived key is
 * stored.
 */
export async function createPlaceCode(
  write: Write,
  caller: Caller,
  sharedId: number | null,
  address: string,
  prepared: PreparedCode,
  generateCode = createCode,
): Promise<PlaceCode> {
  if (sharedId !== null) refuseShared(await lockCompetition({ tx: write.tx, competition_id: sharedId }));
  const expires_at = new Date(write.now.getTime() + codeMs).toISOString();
  const of = { shared_competition: sharedId, user_id: caller.id, expires_at };
  for (let next = prepared; ; next = await prepareCode(generateCode)) {
    const { code, id, key } = next;
    // Its first letters identify it, and may collide with those of another code.
    if (await insertNew(write.tx, placeCodes, { id, key, ...of })) return { code, address, expires_at };
  }
}

/** Throws `place_shared` and `place_round` for a competition that cannot be shared. */
function refuseShared(competition: typeof competitions.$inferSelect): void {
  if (competition.run_numbers !== null) throw new Refusal('place_shared');
  if (competition.follows !== null || competition.followed_by.length > 0) throw new Refusal('place_round');
}

/**
 * Shares a competition with the installation that shows a code for it. Throws `place_shared`, `place_round`, and the
 * errors of `callOther`.
 */
export async function giveCompetition(write: Write, here: Here, join: PlaceJoin): Promise<void> {
  const { tx, competition_id } = write;
  const [competition] = await tx.select().from(competitions).where(eq(competitions.id, competition_id));
  if (!competition) throw new Refusal('competition_not_found');
  refuseShared(competition);
  await refuseSecondCall(write);
  await allowPauses(tx, pauseSec);
  const earlier = await listEarlierPairs(tx, competition_id);
  const called = await callOther(here, join, pick(competition, ...descriptionNames), earlier);
  refuseShared(await lockCompetition(write));
  await addPlace(write, 'a', called);
}

/**
 * Joins the competition of the installation that shows a code for it; the caller becomes its admin. Throws the errors
 * of `callOther`.
 */
export async function joinCompetition(write: Write, here: Here, caller: Caller, join: PlaceJoin): Promise<number> {
  await allowPauses(write.tx, pauseSec);
  const called = await callOther(here, join, null, []);
  const { competition } = called.answer;
  if (!competition) throw new Refusal('place_code_unknown');
  const { id } = await createCompetition(write, competition, caller.id);
  await addPlace({ ...write, competition_id: id }, 'b', called);
  await deleteEarlierCopies(write, called.answer.earlier, caller.id);
  return id;
}

/** First key of the advisory locks of competitions that are being shared. */
const givingLock = 0x9a17;

/**
 * Lets one call at a time share a competition: a second one would leave a copy on the other side. Throws `overloaded`.
 * Not a lock on the row, which recording runs would wait for.
 */
async function refuseSecondCall({ tx, competition_id }: Write): Promise<void> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${givingLock}, ${competition_id}) as free`,
  );
  if (!rows[0]?.free) throw overloaded(5);
}

interface Called {
  answer: PairAnswer;
  private_key: string;
  address: string | null;
}

/**
 * Calls another installation with its code. Throws `place_code_unknown`, `place_unreachable`, `place_version`,
 * `place_clock`, `place_shared`.
 */
async function callOther(
  { clock, publicUrl, publicDemo }: Here,
  { address, code }: PlaceJoin,
  competition: PairRequest['competition'],
  earlier: string[],
): Promise<Called> {
  // A demonstration that strangers enter calls nobody (A9).
  if (publicDemo) throw new Refusal('place_unreachable');
  const read = readCode(code);
  if (!read) throw new Refusal('place_code_unknown');
  const url = readAddress(address);
  const key = await deriveKey(read);
  const { private_key, public_key } = createKeys();
  const request: PairRequest = {
    code_id: read.id,
    version: exchangeVersion,
    now: clock().toISOString(),
    name: hostOf(publicUrl),
    public_key,
    competition,
    earlier,
  };
  const said = JSON.stringify(request);
  const sent = {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ said, proof: prove(key, said) }),
  };
  const answered = await calls.run(
    () => postToPeer(new URL(pairPath, url), sent, maxPairing).catch(() => undefined),
    5,
  );
  const body = answered && parseJson(answered.bytes.toString());
  if (answered?.status !== 200) throw refusalIn(body);
  const proved = z.safeParse(provedSchema, body).data;
  if (!proved || !isProofValid(key, proved.said, proved.proof)) throw new Refusal('place_unreachable');
  const answer = z.safeParse(pairAnswerSchema, parseJson(proved.said)).data;
  if (!answer) throw new Refusal('place_version');
  return { answer, private_key, address: url.origin };
}

/** Few concurrent calls, and none that wait: each holds a database connection. */
const calls = createTurns({ atOnce: 2, waiting: 0 });

/** Parses an address as people type it, with or without `http`. Throws `place_unreachable`. */
function readAddress(typed: string): URL {
  const text = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(text)) throw new Refusal('place_unreachable');
  return new URL(text);
}

const refusedSchema = z.object({
  code: z.enum(['place_code_unknown', 'place_version', 'place_clock', 'place_shared', 'place_round']),
  minutes: z.optional(z.int()),
});

/** Repeats a refusal of the other installation in the reader's language; any other answer counts as unreachable. */
function refusalIn(body: unknown): Refusal {
  const refused = z.safeParse(refusedSchema, body).data;
  if (!refused) return new Refusal('place_unreachable');
  return new Refusal(refused.code, { values: { minutes: refused.minutes ?? 0 } });
}

/** The answer to another installation that calls with a code: a refusal, or a message proved by the code. */
export type PairReply =
  | { status: 200; body: z.infer<typeof provedSchema> }
  | { status: 404 | 409; body: z.infer<typeof refusedSchema> };

/** Answers another installation that has a code of this one, and shares the competition with it. */
export async function answerPairing(here: Here, body: unknown): Promise<PairReply> {
  const proved = z.safeParse(provedSchema, body).data;
  const request = proved && z.safeParse(pairRequestSchema, parseJson(proved.said)).data;
  if (!proved || !request) return { status: 409, body: { code: 'place_version' } };
  const now = here.clock();
  const code = await findCode(here.db, request.code_id, now);
  if (!code || !isProofValid(code.key, proved.said, proved.proof))
    return { status: 404, body: { code: 'place_code_unknown' } };
  if (request.version !== exchangeVersion) return { status: 409, body: { code: 'place_version' } };
  const apart = Math.abs(Date.parse(request.now) - now.getTime());
  if (apart > maxClockMs) return { status: 409, body: { code: 'place_clock', minutes: Math.round(apart / 60_000) } };
  const { private_key, public_key } = createKeys();
  const said = await here.db.transaction(async (tx): Promise<PairAnswer | undefined> => {
    const [used] = await tx.delete(placeCodes).where(eq(placeCodes.id, code.id)).returning();
    if (!used || !(await mayStill(tx, here, used))) return undefined;
    const write: Write = { tx, competition_id: code.shared_competition ?? 0, actor_id: code.user_id, now };
    const answer = { pair: randomUUID(), now: now.toISOString(), name: hostOf(here.publicUrl), public_key };
    const other = { ...answer, name: request.name, public_key: request.public_key, competition: null, earlier: [] };
    if (code.shared_competition !== null && request.competition === null) {
      const shared = await lockCompetition(write);
      refuseShared(shared);
      const earlier = await listEarlierPairs(tx, code.shared_competition);
      await addPlace(write, 'a', { answer: other, private_key, address: null });
      return { ...answer, competition: pick(shared, ...descriptionNames), earlier };
    }
    if (code.shared_competition === null && request.competition !== null) {
      const { id } = await createCompetition(write, request.competition, code.user_id);
      await addPlace({ ...write, competition_id: id }, 'b', { answer: other, private_key, address: null });
      await deleteEarlierCopies(write, request.earlier, code.user_id);
      return { ...answer, competition: null, earlier: [] };
    }
    return undefined;
  });
  if (!said) return { status: 404, body: { code: 'place_code_unknown' } };
  const text = JSON.stringify(said);
  return { status: 200, body: { said: text, proof: prove(code.key, text) } };
}

/** Whether the creator of a code may still share its competition. */
async function mayStill(tx: Transaction, here: Here, { shared_competition, user_id }: typeof placeCodes.$inferSelect) {
  const caller = await getCaller(tx, user_id);
  if (shared_competition === null) return mayCreateCompetitions(caller, here);
  const access = await findAccess(tx, shared_competition, user_id);
  return access !== undefined && mayInCompetition(caller, access.role, 'manage_competition');
}

/** Finds a valid code, and counts the attempt. */
async function findCode(db: Database, id: string, now: Date) {
  const isGood = and(
    eq(placeCodes.id, id),
    gt(placeCodes.expires_at, now.toISOString()),
    lt(placeCodes.attempts, maxAttempts),
  );
  const [code] = await db
    .update(placeCodes)
    .set({ attempts: sql`${placeCodes.attempts} + 1` })
    .where(isGood)
    .returning();
  return code;
}

/** Marks a competition as shared: it assigns only the run numbers of its side (Y4), and side b is not its home. */
async function addPlace(write: Write, side: Side, { answer, private_key, address }: Called): Promise<void> {
  const { tx, competition_id, now } = write;
  await recordChange(write, { action: 'create', subject: 'place', key: answer.pair, after: { with: answer.name } });
  await tx.delete(places).where(eq(places.competition_id, competition_id));
  await tx.delete(placeConflicts).where(eq(placeConflicts.competition_id, competition_id));
  // The new copy also lacks the changes that were sent to an earlier one.
  await tx
    .update(auditLog)
    .set({ relayed: null })
    .where(and(eq(auditLog.competition_id, competition_id), eq(auditLog.relayed, true)));
  await tx.update(zones).set({ shared_name: null }).where(eq(zones.competition_id, competition_id));
  await tx.insert(places).values({
    competition_id,
    pair: answer.pair,
    side,
    other_name: answer.name,
    other_url: address,
    private_key,
    other_public_key: answer.public_key,
    created_at: now.toISOString(),
    clock_ahead_ms: Date.parse(answer.now) - now.getTime(),
    made_by: write.actor_id,
  });
  await updateRow(tx, competitions, { id: competition_id }, { is_away: side === 'b', run_numbers: numbersOf(side) });
}
