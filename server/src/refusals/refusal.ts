import { fillWords, type Language, type Values } from '@dossard/contract/language/language.ts';
import type { RefusalBody } from '@dossard/contract/refusal.schema.ts';
import { type ExactWords, exactWords } from '@dossard/contract/refusals/exact.words.ts';
import { type Problem, sayProblem } from '@dossard/contract/refusals/problem.words.ts';
import { type RefusalCode, refusals } from '@dossard/contract/refusals/refusal.codes.ts';

interface Details {
  /** A sentence that fits better than the code's own. */
  says?: ExactWords;
  /** What the sentence names. */
  values?: Values;
  problems?: readonly Problem[];
  /** More fields of the body, such as the current run of an edit conflict. */
  extra?: Record<string, unknown>;
  /** Seconds after which a new attempt makes sense. */
  retryAfter?: number;
}

/** An answer that refuses; thrown anywhere below a route, turned into HTTP by the error handler alone. */
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

/** Writes the body of a refusal in one language (S8). */
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

/** Writes one problem as answers carry it. */
export function writeProblem(problem: Problem, language: Language) {
  const { path, code, row, column } = problem;
  return {
    path,
    code,
    message: sayProblem(problem, language),
    ...(row !== undefined && { row }),
    ...(column !== undefined && { column }),
  };
}
