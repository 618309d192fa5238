import { type Language, say, type Values } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { formatProblem, type Problem } from '@dossard/contract/refusals/problem.words.ts';
import { type ExactWords, type RefusalCode, statusOf } from '@dossard/contract/refusals/refusal.codes.ts';

interface Details {
  /** A more specific sentence than the code's own. */
  says?: ExactWords;
  /** Values inserted into the sentence. */
  values?: Values;
  problems?: readonly Problem[];
  /** More fields of the body, such as the current run of an edit conflict. */
  extra?: Record<string, unknown>;
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
}

/** An error that refuses a request; thrown anywhere below a route, and turned into HTTP by the error handler. */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly details: Details;

  constructor(code: RefusalCode, details: Details = {}) {
    super(code);
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return statusOf(this.code);
  }
}

/** Formats the body of a refusal in one language (S8). */
export function refusalBody(refusal: Refusal, language: Language, requestId: string): RefusalBody {
  const { code, details } = refusal;
  const { says, values, problems, extra } = details;
  return {
    ...extra,
    code,
    message: says
      ? say(m.refusal_exactly, { ...values, says }, language)
      : say(m.refusal, { ...values, code }, language),
    ...(problems && { errors: problems.map((problem) => writeProblem(problem, language)) }),
    request_id: requestId,
  };
}

/** Problems of words that a person can explain. */
const explainable: readonly Problem['code'][] = ['gender_unknown', 'category_is_date'];

/** Formats one problem for an answer. */
export function writeProblem(problem: Problem, language: Language) {
  const { path, code, sheet, row, column, values } = problem;
  return {
    path,
    code,
    message: formatProblem(problem, language),
    sheet,
    row,
    column,
    ...(explainable.includes(code) && { value: String(values?.value) }),
  };
}
