import { recordRun, verifyRun } from '@dossard/contract/runs/run.endpoints.ts';
import type { RunSubmission } from '@dossard/contract/runs/run.schema.ts';
import { callApi } from '../api/client.ts';
import { Failure } from '../api/failure.ts';

/*
 * Brings a run to the server by the attempts and waits of spec §9: up to three attempts, half a second before asking
 * whether the run arrived all the same, a second between attempts. All attempts carry one submission id, so that the
 * run is stored once whatever was lost on the way.
 */

const attempts = 3;
const verifyAfterMs = 500;
const betweenMs = 1000;

/** The calls and the clock that a delivery needs. */
export interface Carrier {
  send: (submission: RunSubmission) => Promise<unknown>;
  /** Whether a submission id has arrived. */
  verify: (submissionId: string) => Promise<boolean>;
  sleep: (ms: number) => Promise<unknown>;
}

const network: Carrier = {
  send: (submission) => callApi(recordRun, { body: submission, once: true }),
  verify: async (submissionID) => (await callApi(verifyRun, { query: { submissionID }, once: true })).exists,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Delivers a run. Throws the last `Failure` when no attempt was confirmed; one that no retry can mend at once. */
export async function deliverRun(submission: RunSubmission, carrier: Carrier = network): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await carrier.send(submission);
      return;
    } catch (error) {
      if (!mayHelpToRetry(error)) throw error;
      await carrier.sleep(verifyAfterMs);
      if (await carrier.verify(submission.submission_id).catch(() => false)) return;
      if (attempt === attempts) throw error;
      await carrier.sleep(betweenMs);
    }
  }
}

/** No answer, a failing or busy server: the same run may be accepted later. A refusal stays one. */
function mayHelpToRetry(error: unknown): boolean {
  return error instanceof Failure && (error.status === 0 || error.status >= 500 || [408, 429].includes(error.status));
}
