import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import type { Row, RowOf } from '@dossard/contract/places/exchange.schema.ts';
import { and, eq, inArray } from 'drizzle-orm';
import { recordChange } from '../../../audit/audit.log.ts';
import { formatOrder } from '../../../logged/logged.entry.ts';
import { tieDecisions } from '../../../tables/result.tables.ts';
import { isSame } from '../../history/history.facts.ts';
import type { RowStore } from './row.store.ts';

/** Decisions of the jury, identified by their lowest bib in both installations. */
export const tieRows: RowStore<'tie'> = {
  async read({ write: { tx, competition_id } }, ids) {
    const firsts = ids.map(Number);
    const found = await tx
      .select()
      .from(tieDecisions)
      .where(and(eq(tieDecisions.competition_id, competition_id), inArray(tieDecisions.first_dossard, firsts)));
    const decisions = new Map(found.map((decision) => [decision.first_dossard, decision]));
    return firsts.map((first): Row => {
      const decision = decisions.get(first);
      // A withdrawn decision has no row.
      if (!decision) return { ...noDecision, dossards: [first] };
      const { category, gender, dossards, reason, decided_at } = decision;
      return { kind: 'tie', category, gender, dossards, reason, decided_at, deleted: false };
    });
  },

  async put({ write }, { kind, deleted, ...decision }) {
    const { tx, competition_id } = write;
    const { category, gender, dossards, reason } = decision;
    const isOfCompetition = eq(tieDecisions.competition_id, competition_id);
    const all = await tx.select().from(tieDecisions).where(isOfCompetition);
    const earlier = all.filter((one) => one.dossards.some((dossard) => dossards.includes(dossard)));
    const [before] = earlier;
    if (!deleted && earlier.length === 1 && isSame([before?.dossards, before?.reason], [dossards, reason])) return;
    for (const one of earlier)
      await tx.delete(tieDecisions).where(and(isOfCompetition, eq(tieDecisions.first_dossard, one.first_dossard)));
    for (const one of deleted ? earlier : earlier.slice(1)) {
      await recordChange(write, {
        action: 'delete',
        subject: 'tie',
        key: `${one.category} ${one.gender}`,
        before: { category: one.category, gender: one.gender, order: formatOrder(one.dossards) },
        reason: one.reason,
      });
    }
    if (deleted) return;
    const first_dossard = Math.min(...dossards);
    await tx
      .insert(tieDecisions)
      .values({ ...decision, competition_id, category_key: categoryKey(category), first_dossard });
    await recordChange(write, {
      action: 'update',
      subject: 'tie',
      key: `${category} ${gender}`,
      before: { category, gender, order: formatOrder(before?.dossards ?? []) },
      after: { category, gender, order: formatOrder(dossards) },
      reason,
    });
  },
};

const noDecision: Omit<RowOf<'tie'>, 'dossards'> = {
  kind: 'tie',
  category: '',
  gender: 'F',
  reason: '',
  decided_at: new Date(0).toISOString(),
  deleted: true,
};
