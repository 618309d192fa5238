import { findTies } from '@dossard/contract/rankings/ranking.rules.ts';
import type { Ties } from '@dossard/contract/ties/tie.schema.ts';
import { asc, eq } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { tieDecisions } from '../../tables/result.tables.ts';
import { getGroups, type RiddenRider } from '../rankings/ranking.store.ts';

/** Lists the jury's decisions about ties, and the ties without a decision (R15). */
export async function listTiesOf(
  db: Database,
  { id, ranking_rule }: Pick<CompetitionRow, 'id' | 'ranking_rule'>,
): Promise<Ties> {
  const decisions = await db
    .select()
    .from(tieDecisions)
    .where(eq(tieDecisions.competition_id, id))
    .orderBy(asc(tieDecisions.category_key), asc(tieDecisions.gender), asc(tieDecisions.first_dossard));
  const groups = await getGroups(db, id);
  const ties = groups.flatMap((riders) => findTies(riders, ranking_rule));
  const isOrdered = (tie: readonly RiddenRider[]) =>
    decisions.some(({ dossards }) => tie.every(({ dossard }) => dossards.includes(dossard)));
  const open = ties.filter((tie) => !isOrdered(tie));
  return {
    ties: decisions.map((decision) => ({
      ...decision,
      // A decision counts unless one of its riders is in a tie that it does not order completely.
      holds: !open.some((tie) => tie.some(({ dossard }) => decision.dossards.includes(dossard))),
    })),
    open: open.flatMap((tie) => {
      const [first] = tie;
      return first ? [{ ...first, riders: tie }] : [];
    }),
  };
}
