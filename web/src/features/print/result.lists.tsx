import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { formatResult } from '../../riders/result.note.tsx';
import { formatTime } from '../../text/formats.ts';
import listStyles from '../rankings/print.list.module.css';
import { ResultTable } from '../rankings/print.list.tsx';
import { PaperHead } from './paper.head.tsx';
import styles from './print.module.css';
import type { GroupRanking } from './rankings.ts';

/** The whole ranking of each group, as it is now. */
export function ResultLists({
  competition,
  rankings,
}: {
  competition: Competition;
  rankings: readonly GroupRanking[];
}) {
  const { groupWord } = useGenderWords();
  return (
    <div className={`${styles.sheet} ${listStyles.printList} numbers`}>
      <PaperHead competition={competition} title={m.results()} />
      <p>{m.print_as_of({ time: formatTime(Date.now(), 'minute') })}</p>
      {rankings.map(({ group, entries, result }) => (
        <section key={groupWord(group)}>
          <h2>{groupWord(group)}</h2>
          {formatResult(result) && <p>{formatResult(result)}</p>}
          <ResultTable entries={entries} />
        </section>
      ))}
    </div>
  );
}
