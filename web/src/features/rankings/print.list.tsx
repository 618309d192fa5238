import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../paraglide/messages.js';
import type { Reader } from '../../queries/ranking.queries.ts';
import { wholeRanking } from '../../queries/whole.ranking.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { formatChrono, formatDay, formatTime } from '../../text/formats.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import './print.list.css';

interface Props {
  competition: { name: string; date: string; location: string } | undefined;
  competitionId: number;
  reader: Reader;
  category: string;
  genders: readonly Gender[];
  onDone: () => void;
}

/** The whole ranking of a category as a result list on A4: fetched, given to the printer, and gone again. */
export default function PrintList({ competition, competitionId, reader, category, genders, onDone }: Props) {
  const { groupWord } = useGenderWords();
  const { data, error } = useQuery(wholeRanking({ competitionId, reader, category, genders }));
  useEffect(() => {
    if (!data) return;
    window.addEventListener('afterprint', onDone, { once: true });
    window.print();
    return () => window.removeEventListener('afterprint', onDone);
  }, [data, onDone]);
  if (error) return <Alert kind="problem" title={m.print_failed()} />;
  if (!data) return <p role="status">{m.print_preparing()}</p>;
  return createPortal(
    <div className="print-list numbers">
      <h1>{competition?.name ?? m.ranking()}</h1>
      <p>
        {competition && `${competition.location} · ${formatDay(competition.date)} · `}
        {m.print_as_of({ time: formatTime(Date.now(), 'minute') })}
      </p>
      {data.map(({ gender, entries }) => (
        <section key={gender}>
          <h2>{groupWord({ category, gender })}</h2>
          <Results entries={entries} />
        </section>
      ))}
    </div>,
    document.body,
  );
}

function Results({ entries }: { entries: readonly RankingEntry[] }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{m.rank()}</th>
          <th>{m.dossard()}</th>
          <th className="print-name">{m.rider()}</th>
          <th className="print-name">{m.club()}</th>
          <th>{m.points()}</th>
          <th>{m.penalties_short()}</th>
          <th>{m.time()}</th>
          <th>{m.runs()}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.dossard}>
            <td>{entry.rank ?? '–'}</td>
            <td>{entry.dossard}</td>
            <td className="print-name">{riderName(entry)}</td>
            <td className="print-name">{entry.club}</td>
            {entry.rank === null ? (
              <td colSpan={4}>{m.not_started()}</td>
            ) : (
              <>
                <td>{entry.total_points}</td>
                <td>{entry.penality}</td>
                <td>{formatChrono(entry.chrono_sec)}</td>
                <td>{entry.number_of_runs}</td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
