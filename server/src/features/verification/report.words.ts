import type { ChainProblem } from '../../chain/chain.check.ts';
import type { UnprovenList } from './list.proof.ts';
import type { ChainReport } from './verify.chain.ts';

const words: Record<ChainProblem['kind'], (about: string) => string> = {
  altered: (about) => `is altered, or does not follow the one before: ${about}`,
  inserted: (about) => `was inserted: ${about}`,
  removed: (about) => `was removed: ${about}`,
  cut: (about) => `and all that followed are gone: ${about}`,
  rewritten: (about) => `is not the one that was handed out: ${about}`,
  never_recorded: (about) => `is not in the log: ${about}`,
  row: (about) => `is not as the log says: ${about}`,
  list: (about) => `does not follow from the entries before it: ${about}`,
};

const reasons: Record<UnprovenList['reason'], string> = {
  names_erased: 'names were erased since',
  older_rules: 'it was published by older rules',
  linked_late: 'entries were linked later than written',
  round_before: 'its ties were decided by another competition',
  published_elsewhere: 'another installation published it',
};

/**
 * Describes the verification of a chain: one line, with its first problem, from which later ones may follow, and one for
 * each list that cannot be computed again.
 */
export function describeReport({ competition_id, name, head, erased, late, problem, unproven }: ChainReport): string {
  const chain = competition_id === 0 ? name : `${name} (competition ${competition_id})`;
  if (problem) {
    const what = problem.link === undefined ? 'Something' : `Link ${problem.link}`;
    return `✗ ${chain}: ${what} ${words[problem.kind](problem.about)}.`;
  }
  const notes = [
    `${head.length} entries`,
    ...(erased > 0 ? [`${erased} times without erased names`] : []),
    ...(late > 0 ? [`${late} linked later than written`] : []),
    `head ${head.length}:${head.sha256}`,
  ];
  const doubts = unproven.map(({ about, reason }) => `  not recomputable, because ${reasons[reason]}: ${about}`);
  return [`✓ ${chain}: ${notes.join(', ')}`, ...doubts].join('\n');
}
