import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { formatDay } from '../../text/formats.ts';
import styles from './print.module.css';

/** The head of a printed list: its title and the competition. */
export function PaperHead({ competition, title }: { competition: Competition; title: string }) {
  return (
    <header className={styles.head}>
      <h1>{title}</h1>
      <p>
        {competition.name}
        <br />
        {competition.location} · {formatDay(competition.date)}
      </p>
    </header>
  );
}
