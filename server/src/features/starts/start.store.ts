import { planStarts, type Starter } from '@dossard/contract/starts/start.times.ts';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { competitions } from '../../tables/competition.table.ts';
import { isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';

/** Reads the riders of a competition with what their starts depend on; none without a plan of starts (R18). */
export function listStarters(db: Database, competitionId: number): Promise<Starter[]> {
  const { dossard_number, category, gender, start_position, status } = participants;
  return db
    .select({ dossard_number, category, gender, start_position, status })
    .from(participants)
    .innerJoin(competitions, and(eq(competitions.id, participants.competition_id), isNotNull(competitions.start_plan)))
    .where(isPresent(participants, competitionId))
    .execute();
}

/** Returns when each of these riders starts, by bib; empty without a plan. */
export const startsOf = (
  { start_plan, date }: Pick<CompetitionRow, 'start_plan' | 'date'>,
  starters: readonly Starter[],
): ReadonlyMap<number, string> => (start_plan ? planStarts(start_plan, date, starters) : new Map());

/** Reads when each rider of a competition starts, by bib; empty without a plan. */
export const listStarts = async (db: Database, competition: CompetitionRow): Promise<ReadonlyMap<number, string>> =>
  competition.start_plan ? startsOf(competition, await listStarters(db, competition.id)) : new Map();

/** Creates the function that adds to a rider when they start, if that is planned. */
export const withStart =
  (starts: ReadonlyMap<number, string>) =>
  <Rider extends { dossard_number: number }>(rider: Rider): Rider & { start_time?: string } => {
    const start_time = starts.get(rider.dossard_number);
    return start_time === undefined ? rider : { ...rider, start_time };
  };
