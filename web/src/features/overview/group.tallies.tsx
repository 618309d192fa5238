import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import type { GroupTally } from './overview.facts.ts';
import styles from './overview.module.css';
import { TallyBar } from './tally.bar.tsx';

/** Lists each group with its recorded and expected runs. */
export function GroupTallies({ groups }: { groups: readonly GroupTally[] }) {
  const { groupWord } = useGenderWords();
  if (groups.length === 0) return null;
  return (
    <section className={`card ${styles.tallies}`} aria-labelledby="overview-groups">
      <h2 id="overview-groups">{m.groups()}</h2>
      <ul>
        {groups.map((group) => (
          <li key={`${group.category} ${group.gender}`} className={styles.group}>
            <h3>{groupWord(group)}</h3>
            <p className="numbers">
              {group.recorded + group.missing === 0
                ? m.overview_nobody_expected()
                : m.overview_of({ recorded: group.recorded, expected: group.recorded + group.missing })}
            </p>
            <TallyBar tally={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}
