import type { Row, RowOf } from '@dossard/contract/places/exchange.schema.ts';
import { listRows } from '../../../database/rows.ts';
import { tieDecisions } from '../../../tables/result.tables.ts';
import { isSame } from '../../history/history.facts.ts';
import { findDecisions, replaceDecisions } from '../../ties/tie.actions.ts';
import type { RowStore } from './row.store.ts';

/** Decisions of the jury, identified by their lowest bib in both installations. */
export const tieRows: RowStore<'tie'> = {
  async read({ write: { tx, competition_id } }, ids) {
    const firsts = ids.map(Number);
    const found = await listRows(tx, tieDecisions, { competition_id, first_dossard: firsts });
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
    const { dossards, reason } = decision;
    const found = await findDecisions(write, dossards);
    // A later decision may have one of these riders, too.
    const earlier = deleted ? found.filter(({ first_dossard }) => first_dossard === dossards[0]) : found;
    const [before] = earlier;
    if (!deleted && earlier.length === 1 && isSame([before?.dossards, before?.reason], [dossards, reason])) return;
    await replaceDecisions(write, earlier, deleted ? undefined : decision);
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
