import type { ChainProblem } from '../../chain/chain.check.ts';
import type { ChainReport } from './verify.chain.ts';

const words: Record<ChainProblem['kind'], (about: string) => string> = {
  altered: (about) => `is altered, or does not follow the one before: ${about}`,
  inserted: (about) => `was inserted: ${about}`,
  removed: (about) => `was removed: ${about}`,
  cut: (about) => `and all that followed are gone: ${about}`,
  rewritten: (about) => `is not the one that was handed out: ${about}`,
  never_recorded: (about) => `is not in the log: ${about}`,
  run: (about) => `is not as the log says: ${about}`,
};

/** Describes the verification of a chain in one line, with its first problem; later problems may follow from it. */
export function describeReport({ competition_id, name, head, erased, late, problem }: ChainReport): string {
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
  return `✓ ${chain}: ${notes.join(', ')}`;
}
