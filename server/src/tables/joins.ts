import { and, eq, type SQLWrapper, sql } from 'drizzle-orm';
import { participants } from './participant.table.ts';
import { runs } from './run.tables.ts';
import { graduations } from './zone.tables.ts';

/** Matches a category in any spelling: "u11" is "U11". */
export const isCategory = (column: SQLWrapper, category: SQLWrapper | string) =>
  eq(sql`lower(${column})`, sql`lower(${category})`);

/** Joins a run with its rider. */
export const riderOfRun = and(
  eq(participants.competition_id, runs.competition_id),
  eq(participants.dossard_number, runs.dossard),
);

/** Joins a run and its rider with the graduation of the run's zone for the rider's category and gender. */
export const graduationOfRun = and(
  eq(graduations.competition_id, runs.competition_id),
  eq(graduations.zone_id, runs.zone_id),
  isCategory(graduations.category, participants.category),
  eq(graduations.gender, participants.gender),
);
