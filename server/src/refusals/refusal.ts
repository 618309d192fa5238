import { fillWords, type Language, type Values } from '@dossard/contract/language/language.ts';
import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { type ExactWords, exactWords } from '@dossard/contract/refusals/exact.words.ts';
import { formatProblem, type Problem } from '@dossard/contract/refusals/problem.words.ts';
import { type RefusalCode, refusals } from '@dossard/contract/refusals/refusal.codes.ts';

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
    return refusals[this.code].status;
  }
}

/** Formats the body of a refusal in one language (S8). */
export function refusalBody(refusal: Refusal, language: Language, requestId: string): RefusalBody {
  const { says, values, problems, extra } = refusal.details;
  const words = says ? exactWords[says] : refusals[refusal.code].words;
  return {
    ...extra,
    code: refusal.code,
    message: fillWords(words, language, values ?? {}),
    ...(problems && { errors: problems.map((problem) => writeProblem(problem, language)) }),
    request_id: requestId,
  };
}

/** Formats one problem for an answer. */
export function writeProblem(problem: Problem, language: Language) {
  const { path, code, row, column } = problem;
  return {
    path,
    code,
    message: formatProblem(problem, language),
    ...(row !== undefined && { row }),
    ...(column !== undefined && { column }),
  };
}
