import { competitionSchema } from '@dossard/contract/competitions/competition.schema.ts';
import { defaultRankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { CompetitionAccess } from '../../access/competition.access.ts';

/** The columns whose content the database does not check, with what is shown instead of nonsense. */
const unchecked = { ranking_rule: defaultRankingRule, laps_of_groups: [] };

/**
 * Returns a competition that fits its schema, so that one broken row never hides the others in a list; one that did not
 * fit is marked `broken`.
 */
export function fitCompetition(competition: CompetitionAccess): CompetitionAccess & { broken?: boolean } {
  const broken = Object.entries(unchecked).filter(
    ([name]) =>
      !competitionSchema.shape[name as keyof typeof unchecked].safeParse(Reflect.get(competition, name)).success,
  );
  if (broken.length === 0) return competition;
  return { ...competition, ...Object.fromEntries(broken), broken: true };
}
