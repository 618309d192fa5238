import { m } from '../../paraglide/messages.js';
import type { Tally } from './overview.facts.ts';
import styles from './overview.module.css';

/** The share of expected runs that is recorded, as a bar; the numbers beside it give the same information as text. */
export function TallyBar({ tally: { recorded, missing } }: { tally: Tally }) {
  const expected = recorded + missing;
  const part = expected === 0 ? 0 : recorded / expected;
  return (
    <svg className={styles.bar} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" className={styles.barRest} />
      <rect width={part * 100} height="4" className={styles.barDone} />
    </svg>
  );
}

/** The bar, and how many of the expected runs are recorded. */
export function TallyOf({ tally }: { tally: Tally }) {
  const { recorded, missing } = tally;
  return (
    <div className={`${styles.runs} small numbers`}>
      <TallyBar tally={tally} />
      <span>{m.overview_of({ recorded, expected: recorded + missing })}</span>
    </div>
  );
}
