import type { Group } from '@dossard/contract/categories/group.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { columnId, type SeasonColumn } from '@dossard/contract/series/series.schema.ts';
import type { SeriesResult, Standing, Standings as StandingsPage } from '@dossard/contract/series/standings.schema.ts';
import { type ComponentProps, Fragment } from 'react';
import { m } from '../../paraglide/messages.js';
import { Rank } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatDay, joinFacts } from '../../text/formats.ts';
import rankingStyles from '../rankings/ranking.module.css';
import styles from './standings.module.css';

export type LoadedStandings = Pick<StandingsPage, 'standings' | 'columns'>;

interface TablesProps extends Pick<ComponentProps<typeof StandingsTable>, 'opened' | 'onOpen' | 'paper'> {
  groups: readonly Group[];
  data: LoadedStandings;
}

/** The standings of several groups, one below the other. */
export function StandingsTables({ groups, data: { standings, columns }, ...table }: TablesProps) {
  const { groupWord } = useGenderWords();
  return groups.map((group) => (
    <section key={group.gender} aria-label={groupWord(group)}>
      <h2>{groupWord(group)}</h2>
      <StandingsTable
        title={groupWord(group)}
        lines={standings.filter(({ gender, category }) => gender === group.gender && category === group.category)}
        columns={columns}
        {...table}
      />
    </section>
  ));
}

interface TableProps {
  title: string;
  lines: readonly Standing[];
  columns: readonly SeasonColumn[];
  /** The id of the line whose results are open. */
  opened?: string | undefined;
  onOpen?: (line: string | undefined) => void;
  paper?: boolean;
}

/** The standings of a group, with its columns; a phone shows these when a line is opened. */
function StandingsTable({ title, lines, columns, opened, onOpen, paper = false }: TableProps) {
  if (lines.length === 0) return <p className="soft">{m.standings_empty()}</p>;
  return (
    <table className={paper ? undefined : `${rankingStyles.table} ${styles.table} numbers`}>
      <caption className="visually-hidden">{title}</caption>
      <thead className={paper ? undefined : 'hidden-on-phone'}>
        <tr>
          <th scope="col" data-column="rank">
            {m.rank()}
          </th>
          <th scope="col" data-column="rider">
            {m.name_of_rider()}
          </th>
          {columns.map((column, index) => (
            <th key={columnId(column)} scope="col" data-column="result" data-figure title={column.name}>
              <span aria-hidden="true">{index + 1}</span>
              <span className="visually-hidden">{column.name}</span>
            </th>
          ))}
          <th scope="col" data-column="points" data-figure>
            {m.points()}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Fragment key={line.id}>
            <Line line={line} columnCount={columns.length} isOpen={line.id === opened} onOpen={onOpen} />
            {line.id === opened && (
              <tr id={`line-${line.id}`} data-detail>
                <td colSpan={columns.length + 3}>
                  <Detail line={line} columns={columns} />
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
  columnCount: number;
  isOpen: boolean;
  onOpen: TableProps['onOpen'];
}

function Line({ line, columnCount, isOpen, onOpen }: LineProps) {
  const name = <span className="name">{fullName(line) || m.standings_nameless()}</span>;
  return (
    <tr data-row={line.id}>
      <td data-column="rank">
        <Rank rank={line.rank} />
      </td>
      <th scope="row" data-column="rider">
        {onOpen ? (
          <button
            type="button"
            className={`bare ${rankingStyles.riderOpen}`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? `line-${line.id}` : undefined}
            onClick={() => onOpen(isOpen ? undefined : line.id)}
          >
            {name}
          </button>
        ) : (
          name
        )}
        <span className="soft small">{joinFacts(line.guest && m.series_guest(), line.club)}</span>
      </th>
      {line.results.map((result) => (
        <td key={columnId(result)} data-column="result" data-figure>
          <Result result={result} />
        </td>
      ))}
      {line.results.length === 0 && <td data-column="result" colSpan={columnCount} />}
      <td data-column="points" data-figure>
        {line.total_points}
      </td>
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

/** Each result with its column, and an explanation of the rank. */
function Detail({ line, columns }: { line: Standing; columns: readonly SeasonColumn[] }) {
  return (
    <div className="stack-close">
      <p>{line.why[getLocale()]}</p>
      <ol className={`bullets ${styles.results}`}>
        {line.results.map((result, index) => {
          const { name = '', date } = columns[index] ?? {};
          return (
            <li key={columnId(result)}>
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
