import { accountHeader } from '@dossard/contract/calls/account.header.ts';
import { refusalSchema } from '@dossard/contract/refusal.schema.ts';
import { createRun, createRunsOfSheet, createUnresolvedRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import { isAsSent, isRunOfSubmission } from '@dossard/contract/runs/run.rules.ts';
import { recordedRunSchema } from '@dossard/contract/runs/run.schema.ts';
import { sheetOutcomeSchema } from '@dossard/contract/runs/run.sheet.schema.ts';
import { unresolvedRunSchema } from '@dossard/contract/runs/unresolved.run.schema.ts';
import * as z from 'zod/mini';
import { abortAfter } from '../../device/time.limit.ts';
import type { Answer, KeptRun, RunReceipt } from './kept.run.ts';
import type { OutboxNetwork } from './pump.ts';

/** Time-out of a request, in milliseconds (O3). */
const timeoutMs = 30_000;

/**
 * The outbox's requests to the server. It makes its own attempts, is not part of the counting of 401s (S7), and also
 * runs in the service worker. `origin` is empty in a browser.
 */
export function outboxNetwork(language: () => string, origin = '', ask = fetch): OutboxNetwork {
  async function request(path: string, init: RequestInit, run: KeptRun): Promise<Response | undefined> {
    const headers = {
      'accept-language': language(),
      // The server accepts the run from this account only, even if another one has signed in since.
      [accountHeader]: encodeURIComponent(run.user),
      ...init.headers,
    };
    try {
      return await abortAfter(timeoutMs, async (signal) => {
        const response = await ask(`${origin}/api${path}`, { ...init, headers, credentials: 'same-origin', signal });
        // An answer without a complete body counts as no answer.
        return new Response(await response.text(), response);
      });
    } catch {
      return undefined;
    }
  }

  return {
    send: async (run) => {
      const { path, body: sent } = submissionOf(run);
      const response = await request(
        path,
        { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(sent) },
        run,
      );
      const body = await readJson(response);
      return {
        ...answerOf(run, response?.status ?? 0, body),
        retryAfterMs: Number(response?.headers.get('retry-after')) * 1000 || 0,
        receipt: receiptIn(run, body),
      };
    },
    verify: async (run) => {
      // Unresolved runs are not verified but sent again: the server recognises the submission id.
      if (run.unknown_bib) return { status: 0, exists: false };
      const id = encodeURIComponent(run.submission.submission_id);
      const response = await request(`${verifyRun.path}?submissionID=${id}`, { method: 'GET' }, run);
      const status = response?.status ?? 0;
      const body = (await readJson(response)) as { run?: unknown } | null | undefined;
      return { status, exists: isAnswerTo(run, status, body?.run), receipt: receiptIn(run, body?.run) };
    },
  };
}

/** Returns the path and the body that a run is sent with. */
function submissionOf({ submission, unknown_bib, on_paper, rider }: KeptRun): { path: string; body: object } {
  if (on_paper) {
    const path = createRunsOfSheet.path.replace(':id', String(submission.competition_id));
    return { path, body: { runs: [submission] } };
  }
  if (!unknown_bib) return { path: createRun.path, body: submission };
  const { category, gender } = rider;
  const path = createUnresolvedRun.path.replace(':id', String(submission.competition_id));
  return { path, body: { ...submission, category, gender } };
}

/** Reads what an answer to a send says of the run; a run that was refused in a sheet is refused. */
function answerOf(run: KeptRun, status: number, body: unknown): Omit<Answer, 'retryAfterMs' | 'receipt'> {
  if (run.on_paper && status === 200) {
    const outcome = z.safeParse(sheetOutcomeSchema, body).data;
    const [refused] = outcome?.refused ?? [];
    if (refused?.submission_id === run.submission.submission_id)
      return { status: 409, genuine: true, code: refused.code, message: refused.message };
    return {
      status,
      genuine: outcome?.refused.length === 0 && outcome.stored + outcome.known === 1,
      code: null,
      message: null,
    };
  }
  const refusal = status >= 400 ? z.safeParse(refusalSchema, body).data : undefined;
  return {
    status,
    genuine: refusal !== undefined || (!run.on_paper && isAnswerTo(run, status, body)),
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
  };
}

/** Returns true if an answer contains the run of this submission. */
function isAnswerTo({ submission, unknown_bib }: KeptRun, status: number, body: unknown): boolean {
  if (status !== 200 && status !== 201) return false;
  if (unknown_bib) {
    const { data } = z.safeParse(unresolvedRunSchema, body);
    return data !== undefined && isAsSent(data, submission);
  }
  const { data } = z.safeParse(recordedRunSchema, body);
  return data !== undefined && isRunOfSubmission(data, submission);
}

/** Reads the receipt of a run (H4); undefined for other answers, and for those of older servers. */
function receiptIn({ submission }: KeptRun, body: unknown): RunReceipt | undefined {
  const { data } = z.safeParse(recordedRunSchema, body);
  if (!data?.head || !isRunOfSubmission(data, submission)) return undefined;
  return { run_number: data.run_number, points: data.points, head: data.head };
}

/** Reads a JSON body; undefined if it is missing, truncated or not JSON. */
async function readJson(response: Response | undefined): Promise<unknown> {
  try {
    return await response?.json();
  } catch {
    return undefined;
  }
}
