import { createHash } from 'node:crypto';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { and, not, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database, Transaction } from '../../database/client.ts';
import { insertNew, updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { idempotencyKeys, isKey } from '../../tables/idempotency.table.ts';
import type { Upload } from '../input/upload.ts';
import type { Parts } from '../parts.ts';

/*
 * Idempotent writes (S7). The answer is stored in the transaction of the write itself, so that there is an answer
 * exactly when there was a write. A refusal is not stored: a repeated request is processed again.
 */

/** A write that its sender may repeat. */
export type RepeatableWrite = Pick<
  typeof idempotencyKeys.$inferSelect,
  'caller_id' | 'endpoint' | 'key_hash' | 'content_hash'
>;

interface KeptAnswer {
  status: number;
  answer: unknown;
}

const hash = (...parts: (string | Uint8Array)[]) => {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('base64url');
};

/** Reads the `Idempotency-Key` of a request; undefined without one. Throws `invalid_request` for a malformed one. */
function readIdempotencyKey(
  request: FastifyRequest,
  endpoint: string,
  content: readonly (string | Uint8Array)[],
): RepeatableWrite | undefined {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[A-Za-z0-9._-]{1,100}$/.test(key)) {
    throw new Refusal('invalid_request', { says: 'invalid_idempotency_key' });
  }
  return { caller_id: request.caller?.id ?? 0, endpoint, key_hash: hash(key), content_hash: hash(key, ...content) };
}

/** Answers are replayed for a day (S7). */
const isFresh = sql`${idempotencyKeys.created_at} > now() - interval '24 hours'`;

/** Finds the stored answer of a write. Throws `submission_conflict` if its content was different. */
async function findKeptAnswer(db: Database, write: RepeatableWrite): Promise<KeptAnswer | undefined> {
  const [kept] = await listRows(db, idempotencyKeys, and(isKey(write), isFresh));
  if (!kept) return undefined;
  if (kept.content_hash !== write.content_hash)
    throw new Refusal('submission_conflict', { says: 'key_of_other_request' });
  return { status: kept.status, answer: kept.answer === null ? undefined : JSON.parse(kept.answer) };
}

/**
 * Runs a write and stores its answer, or returns the stored answer; of two identical requests at the same time the
 * second waits for the first.
 */
export function writeOnce(
  db: Database,
  write: RepeatableWrite,
  status: number,
  work: (tx: Transaction) => Promise<unknown>,
): Promise<unknown> {
  return db.transaction(async (tx) => {
    await tx.delete(idempotencyKeys).where(and(isKey(write), not(isFresh)));
    const claimed = await insertNew(tx, idempotencyKeys, { ...write, status });
    if (!claimed) return (await findKeptAnswer(tx, write))?.answer;
    const answer = await work(tx);
    await updateRow(tx, idempotencyKeys, write, { answer: answer === undefined ? null : JSON.stringify(answer) });
    return answer;
  });
}

/** Returns the key and content of a request's write, if it may be repeated. */
export function repeatable(request: FastifyRequest, endpoint: Endpoint, upload?: Upload): RepeatableWrite | undefined {
  if (endpoint.method === 'GET' || endpoint.repeat) return undefined;
  const content = [
    request.url,
    JSON.stringify(request.body ?? null),
    ...(upload ? [upload.bytes, upload.options ?? ''] : []),
  ];
  return readIdempotencyKey(request, endpoint.name, content);
}

/** Sends the stored answer of a write; returns false if there is none. */
export async function sendKept(reply: FastifyReply, write: RepeatableWrite, { db }: Parts): Promise<boolean> {
  const kept = await findKeptAnswer(db, write);
  if (!kept) return false;
  const headers = { 'cache-control': 'no-store', 'idempotency-replayed': 'true' };
  reply.code(kept.status).headers(headers).send(kept.answer);
  return true;
}
