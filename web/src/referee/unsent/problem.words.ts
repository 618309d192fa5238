import { isJudgeName } from '@dossard/contract/calls/account.header.ts';
import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import type { KeptRun, Problem } from '../outbox/kept.run.ts';

/**
 * Formats why a run could not be recorded: the server's message, or the sentence of the status (S11); a judge without an
 * account reads that the link has ended.
 */
export function formatProblem({ status, code, message }: Problem, { user }: Pick<KeptRun, 'user'>): string {
  if (status === 401 && isJudgeName(user)) return `${m.judge_over()}.`;
  const refusal = message ? { code: code as RefusalCode, message, request_id: '' } : undefined;
  return new Failure(status, refusal).message;
}

/** Formats what a referee can do about an unsent run. */
export function adviceFor({ state, problem, user }: KeptRun): string {
  if (state === 'signed-out') return isJudgeName(user) ? m.judge_run_ended() : m.advice_sign_in({ email: user });
  return state === 'refused' ? m.advice_refused({ code: problem?.code ?? '' }) : m.advice_wait();
}
