import type { SeriesCompetition } from '@dossard/contract/series/series.schema.ts';
import type { SeriesResult, Standing } from '@dossard/contract/series/standings.schema.ts';
import { Fragment } from 'react';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { Rank } from '../../riders/rank.tsx';
import { riderName } from '../../riders/rider.tsx';
import { formatDay } from '../../text/formats.ts';
import rankingStyles from '../rankings/ranking.module.css';
import styles from './standings.module.css';

interface Props {
  title: string;
  lines: readonly Standing[];
  competitions: readonly SeriesCompetition[];
  /** The id of the line whose results are open. */
  opened?: string | undefined;
  onOpen?: (line: string | undefined) => void;
  paper?: boolean;
}

/** The standings of a group, with a column for each competition; a phone shows these when a line is opened. */
export function StandingsTable({ title, lines, competitions, opened, onOpen, paper = false }: Props) {
  if (lines.length === 0) return <p className="soft">{m.standings_empty()}</p>;
  return (
    <table className={`${styles.table} numbers`} data-paper={paper || undefined}>
      <caption className="visually-hidden">{title}</caption>
      <thead>
        <tr>
          <th scope="col" data-column="rank">
            {m.rank()}
          </th>
          <th scope="col" data-column="rider">
            {m.name_of_rider()}
          </th>
          {competitions.map(({ id, name }, index) => (
            <th key={id} scope="col" data-column="result" title={name}>
              <span aria-hidden="true">{index + 1}</span>
              <span className="visually-hidden">{name}</span>
            </th>
          ))}
          <th scope="col" data-column="points">
            {m.points()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Fragment key={line.id}>
            <Line line={line} competitionCount={competitions.length} isOpen={line.id === opened} onOpen={onOpen} />
            {line.id === opened && (
              <tr id={`line-${line.id}`} data-detail>
                <td colSpan={competitions.length + 3}>
                  <Detail line={line} competitions={competitions} />
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface LineProps {
  line: Standing;
  competitionCount: number;
  isOpen: boolean;
  onOpen: Props['onOpen'];
}

function Line({ line, competitionCount, isOpen, onOpen }: LineProps) {
  const name = <span className="name">{riderName(line) || m.standings_nameless()}</span>;
  return (
    <tr>
      <td data-column="rank">
        <Rank rank={line.rank} />
      </td>
      <th scope="row" data-column="rider">
        {onOpen ? (
          <button
            type="button"
            className={rankingStyles.riderOpen}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `line-${line.id}` : undefined}
            onClick={() => onOpen(isOpen ? undefined : line.id)}
          >
            {name}
          </button>
        ) : (
          name
        )}
        <span className="soft">{[line.guest && m.series_guest(), line.club].filter(Boolean).join(' · ')}</span>
      </th>
      {line.results.map((result) => (
        <td key={result.competition_id} data-column="result">
          <Result result={result} />
        </td>
      ))}
      {line.results.length === 0 && <td data-column="result" colSpan={competitionCount} />}
      <td data-column="points">{line.total_points}</td>
    </tr>
  );
}

/** The points of a result: struck through if dropped; a dash, or the status, without a start. */
function Result({ result: { points, started, dropped, status } }: { result: SeriesResult }) {
  if (!started) return <span className="soft">{status?.toUpperCase() ?? '–'}</span>;
  if (!dropped) return <>{points}</>;
  return (
    <s className="soft">
      {points}
      <span className="visually-hidden"> {m.standings_dropped()}</span>
    </s>
  );
}

/** Each result with its competition, and an explanation of the rank. */
function Detail({ line, competitions }: { line: Standing; competitions: readonly SeriesCompetition[] }) {
  return (
    <div className="stack-close">
      <p>{line.why[getLocale()]}</p>
      <ol className={`bullets ${styles.results}`}>
        {line.results.map((result, index) => {
          const { name = '', date } = competitions[index] ?? {};
          return (
            <li key={result.competition_id}>
              <span>
                {name} <span className="soft">{date && formatDay(date)}</span>
              </span>
              <span>
                {result.rank !== null && <span className="soft">{m.standings_rank({ rank: result.rank })} · </span>}
                <Result result={result} />
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
