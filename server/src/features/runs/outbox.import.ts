import type { Language } from '@dossard/contract/language/language.ts';
import { type OutboxFile, type OutboxImport, outboxRunSchema } from '@dossard/contract/runs/outbox.file.schema.ts';
import { eq } from 'drizzle-orm';
import type { Database } from '../../database/client.ts';
import { members } from '../../tables/member.table.ts';
import { readGivenRun, recordEach } from './run.batch.ts';
import { createRun, refuseOtherCompetition, type SubmissionContext } from './submission.actions.ts';
import { createUnresolvedRun } from './unresolved.runs.ts';

/**
 * Records the runs of a phone's outbox file with their referees. Idempotent. Throws `invalid_request` for the file of
 * another competition.
 */
export async function importRuns(
  db: Database,
  file: OutboxFile,
  by: SubmissionContext,
  language: Language,
): Promise<OutboxImport> {
  refuseOtherCompetition(file, by.competition);
  const ofCompetition = await db.select().from(members).where(eq(members.competition_id, by.competition.id));
  const memberIds = new Set(ofCompetition.map(({ user_id }) => user_id));
  const { known, ...rest } = await recordEach(file.runs, language, (given) => {
    const { referee_name, user, category, gender, ...run } = readGivenRun(outboxRunSchema, given, by.competition);
    const referee = { id: user && memberIds.has(user) ? user : null, name: referee_name };
    return category && gender
      ? createUnresolvedRun(db, { ...run, category, gender }, { ...by, referee })
      : createRun(db, run, { ...by, referee });
  });
  return { ...rest, already_there: known };
}
