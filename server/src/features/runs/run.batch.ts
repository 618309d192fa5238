import type { Language } from '@dossard/contract/language/language.ts';
import { formatProblem } from '@dossard/contract/refusals/problem.words.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import { type RunSubmission, runSubmissionSchema, submissionIdSchema } from '@dossard/contract/runs/run.schema.ts';
import type { RunSheet, SheetOutcome } from '@dossard/contract/runs/run.sheet.schema.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import type * as z from 'zod/mini';
import type { Database } from '../../database/client.ts';
import { Refusal, refusalBody } from '../../refusals/refusal.ts';
import { createRun, refuseOtherCompetition, type SubmissionContext } from './submission.actions.ts';

type GivenRun = Record<string, unknown>;

/**
 * Records runs one at a time, each in its own transaction, so that one refusal does not roll back the others. Other errors
 * abort the batch; runs already recorded stay.
 */
export async function recordEach(
  given: readonly GivenRun[],
  language: Language,
  record: (run: GivenRun) => Promise<{ isNew: boolean }>,
): Promise<SheetOutcome> {
  const outcome: SheetOutcome = { stored: 0, known: 0, refused: [] };
  for (const run of given) {
    try {
      const { isNew } = await record(run);
      outcome[isNew ? 'stored' : 'known'] += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.refused.push({ ...identifyRun(run), ...formatRefusal(error, language) });
    }
  }
  return outcome;
}

/** Parses one run of a batch. Throws `invalid_request` with the problems, also for a run of another competition. */
export function readGivenRun<S extends z.ZodMiniType<RunSubmission>>(
  schema: S,
  given: GivenRun,
  competition: { id: number },
): z.output<S> {
  const read = schema.safeParse(given, { reportInput: true });
  if (read.error) throw new Refusal('invalid_request', { problems: problemsOf(read.error) });
  refuseOtherCompetition(read.data, competition);
  return read.data;
}

/** Creates runs typed from paper; the caller is their referee (P3). */
export function createRunsOfSheet(
  db: Database,
  { runs }: RunSheet,
  by: SubmissionContext,
  language: Language,
): Promise<SheetOutcome> {
  return recordEach(runs, language, (given) =>
    createRun(db, readGivenRun(runSubmissionSchema, given, by.competition), by),
  );
}

/** Extracts the identifiers of a refused run; null where invalid. */
function identifyRun({ submission_id, dossard }: GivenRun) {
  return {
    submission_id: submissionIdSchema.safeParse(submission_id).data ?? null,
    dossard: idSchema.safeParse(dossard).data ?? null,
  };
}

/** Formats a refusal; problems of fields replace the general message, because they are more specific. */
function formatRefusal(refusal: Refusal, language: Language) {
  const { code, message } = refusalBody(refusal, language, '');
  const problems = (refusal.details.problems ?? []).map((problem) => formatProblem(problem, language));
  return { code, message: problems.length > 0 ? problems.join(' ') : message };
}
