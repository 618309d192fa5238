import type { Language } from '@dossard/contract/language/language.ts';
import { sayProblem } from '@dossard/contract/refusals/problem.words.ts';
import { problemsOf } from '@dossard/contract/refusals/problems.ts';
import {
  type OutboxFile,
  type OutboxImport,
  type OutboxRun,
  outboxRunSchema,
} from '@dossard/contract/runs/outbox.file.schema.ts';
import { submissionIdSchema } from '@dossard/contract/runs/run.schema.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { Refusal, refusalBody } from '../../refusals/refusal.ts';
import { members } from '../../tables/member.table.ts';
import { createRun, type Sending } from './run.actions.ts';
import { createUnresolvedRun } from './unresolved.runs.ts';

/**
 * Records the runs of a phone's outbox file, each in a transaction of its own as if the phone had sent it, so that no
 * referee's run waits for the whole. The same file again finds them all. Throws `invalid_request` for the file of
 * another competition.
 */
export async function importRuns(
  db: Database,
  file: OutboxFile,
  by: Sending,
  language: Language,
): Promise<OutboxImport> {
  if (file.competition_id !== by.competition.id) {
    throw new Refusal('invalid_request', { problems: [{ path: 'competition_id', code: 'other_competition' }] });
  }
  const ofCompetition = await db
    .select({ id: members.user_id })
    .from(members)
    .where(eq(members.competition_id, by.competition.id));
  const known = new Set(ofCompetition.map(({ id }) => id));
  const outcome: OutboxImport = { stored: 0, already_there: 0, refused: [] };
  for (const given of file.runs) {
    try {
      const { referee_name, user, category, gender, ...run } = readRun(given, by.competition.id);
      const referee = { id: user && known.has(user) ? user : null, name: referee_name };
      const { isNew } =
        category && gender
          ? await createUnresolvedRun(db, { ...run, category, gender }, { ...by, referee })
          : await createRun(db, run, { ...by, referee });
      outcome[isNew ? 'stored' : 'already_there'] += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      outcome.refused.push({ ...nameOf(given), ...sayRefusal(error, language) });
    }
  }
  return outcome;
}

/** Reads one run of the file. Throws `invalid_request` with what is wrong. */
function readRun(given: Record<string, unknown>, competitionId: number): OutboxRun {
  const read = outboxRunSchema.safeParse(given, { reportInput: true });
  if (read.error) throw new Refusal('invalid_request', { problems: problemsOf(read.error) });
  if (read.data.competition_id === competitionId) return read.data;
  throw new Refusal('invalid_request', { problems: [{ path: 'competition_id', code: 'other_competition' }] });
}

/** What a refused run is called in the answer, as far as it can be read. */
function nameOf({ submission_id, dossard }: Record<string, unknown>) {
  return {
    submission_id: submissionIdSchema.safeParse(submission_id).data ?? null,
    dossard: idSchema.safeParse(dossard).data ?? null,
  };
}

/** A refusal's code and sentence; what is wrong in a field says more than that something is. */
function sayRefusal(refusal: Refusal, language: Language) {
  const { code, message } = refusalBody(refusal, language, '');
  const problems = (refusal.details.problems ?? []).map((problem) => sayProblem(problem, language));
  return { code, message: problems.length > 0 ? problems.join(' ') : message };
}
