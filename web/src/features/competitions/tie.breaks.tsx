import { type TieBreak, tieBreakSchema } from '@dossard/contract/rankings/ranking.schema.ts';
import { m } from '../../paraglide/messages.js';
import { tieBreakWords } from '../../riders/tie.words.ts';
import { OrderedChoices } from '../../ui/fields/ordered.choices.tsx';

interface Props {
  initial: readonly TieBreak[];
}

/**
 * The criteria that decide between equal points, in order (R4–R6, R14, R15); the form reads the ticked ones as
 * `ranking_rule.tie_breaks`.
 */
export const TieBreaks = ({ initial }: Props) => (
  <OrderedChoices
    name="ranking_rule.tie_breaks"
    legend={m.tie_breaks()}
    hint={m.tie_breaks_hint()}
    options={tieBreakSchema.options}
    words={tieBreakWords}
    initial={initial}
  />
);
