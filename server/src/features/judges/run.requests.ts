import { createHash } from 'node:crypto';
import type { RequestDecision, RunRequest, RunRequestInput } from '@dossard/contract/judges/desk.schema.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import { type Run, runSchema } from '@dossard/contract/runs/run.schema.ts';
import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type Caller, fullName } from '../../access/account.store.ts';
import type { Write } from '../../audit/write.ts';
import type { Database } from '../../database/client.ts';
import { insertNew, lockRow, updateRow } from '../../database/one.row.ts';
import { listRows } from '../../database/rows.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { runRequests } from '../../tables/desk.tables.ts';
import { runOf, submissionOf } from '../../tables/joins.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { deleteRun, refuseOutdated, updateRun } from '../runs/run.actions.ts';
import { moveRuns } from '../runs/run.moves.ts';
import { getRun } from '../runs/run.store.ts';

/* Corrections that referees ask the desk for (U6): a referee changes no run, an editor accepts or declines. */

type RequestRow = typeof runRequests.$inferSelect;

/** Maximum number of requests listed. */
const maxListed = 200;

/**
 * Stores a request once per id; `isNew` is false for a repeated one. Throws `run_not_found` for a run that somebody else
 * recorded, and `submission_conflict` for an id with other content.
 */
export async function createRunRequest(
  write: Write,
  input: RunRequestInput,
  caller: Caller,
  counting: RankingRule['runs'],
): Promise<{ request: RunRequest; isNew: boolean }> {
  const { tx, competition_id, now } = write;
  const { request_id, dossard, run_number, version, reason, ...wanted } = input;
  const content_hash = createHash('sha256').update(JSON.stringify(input)).digest('base64url');
  const sent = { request_id, content_hash, sender_id: caller.id };
  const known = await findSame(write, sent);
  if (known) return { request: known, isNew: false };
  const [own] = await tx
    .select({ submission_id: submissions.submission_id })
    .from(submissions)
    .innerJoin(runs, submissionOf(runs, submissions))
    .where(
      and(runOf({ competition_id, dossard, run_number }), isNull(runs.deleted_at), eq(submissions.user_id, caller.id)),
    );
  if (!own) throw new Refusal('run_not_found');
  const run: Run = z.parse(runSchema, await getRun(tx, { competition_id, dossard, run_number }, counting));
  const stored = await insertNew(tx, runRequests, {
    competition_id,
    ...sent,
    submission_id: own.submission_id,
    dossard,
    version,
    run,
    wanted,
    reason,
    asked_by: fullName(caller),
    asked_at: now.toISOString(),
  });
  const row = stored ?? (await findSame(write, sent));
  if (!row) throw new Error('A request was not stored.');
  return { request: row, isNew: stored !== undefined };
}

/** Finds the request of an id. Throws `submission_conflict` if it has other content or another sender. */
async function findSame(
  { tx, competition_id }: Write,
  { request_id, content_hash, sender_id }: Pick<RequestRow, 'request_id' | 'content_hash' | 'sender_id'>,
): Promise<RequestRow | undefined> {
  const [known] = await listRows(tx, runRequests, { competition_id, request_id });
  if (known && (known.content_hash !== content_hash || known.sender_id !== sender_id))
    throw new Refusal('submission_conflict');
  return known;
}

/** Lists requests, the open ones first, then the latest; `senderId` limits them to one sender. */
export async function listRunRequests(
  db: Database,
  competitionId: number,
  senderId: number | undefined,
): Promise<RunRequest[]> {
  const isOwn = senderId === undefined ? undefined : eq(runRequests.sender_id, senderId);
  return db
    .select()
    .from(runRequests)
    .where(and(eq(runRequests.competition_id, competitionId), isOwn))
    .orderBy(desc(sql`${runRequests.state} = 'open'`), desc(runRequests.asked_at), asc(runRequests.request_id))
    .limit(maxListed);
}

/**
 * Accepts a request, which corrects the run as an ordinary edit of this editor, or declines it. Idempotent. Throws
 * `request_not_found`, `request_decided` for the opposite decision, `edit_conflict` when the run was changed since the
 * referee saw it, and the errors of correcting, moving and removing a run.
 */
export async function decideRunRequest(
  write: Write,
  requestId: string,
  { accept, word }: RequestDecision,
  counting: RankingRule['runs'],
): Promise<RunRequest> {
  const { tx, competition_id, now } = write;
  const found = await lockRow(tx, runRequests, { competition_id, request_id: requestId }, 'request_not_found');
  const state = accept ? 'accepted' : 'declined';
  if (found.state === state) return found;
  if (found.state !== 'open') throw new Refusal('request_decided');
  if (accept) await carryOut(write, found, counting);
  const decided = { state, word: word || null, decided_at: now.toISOString() } as const;
  return (await updateRow(tx, runRequests, found, decided)) ?? found;
}

/** Corrects the run of a request, wherever it is now; who asked is the run's referee. */
async function carryOut(
  write: Write,
  { version, wanted, reason, ...request }: RequestRow,
  counting: RankingRule['runs'],
): Promise<void> {
  const { tx, competition_id } = write;
  const [run] = await listRows(tx, runs, and(submissionOf(runs, request), isNull(runs.deleted_at)));
  if (!run) throw new Refusal('run_not_found');
  const { dossard, run_number, zone_id } = run;
  await refuseOutdated(tx, run, version, counting);
  const { to_dossard, remove, ...values } = wanted;
  if (remove) return deleteRun(write, dossard, run_number, reason);
  await updateRun(write, { ...values, competition_id, dossard, run_number, zone_id, version, reason }, counting);
  if (to_dossard) await moveRuns(write, { runs: [{ dossard, run_number }], to: to_dossard, reason });
}
