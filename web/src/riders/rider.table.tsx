import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { formatChrono } from '../text/formats.ts';
import { Bib, Rank } from './rider.tsx';
import { fullName } from './rider.words.tsx';

/*
 * The columns of all rankings. Add a column here once, with the tables that show it; a table lays out its cells by
 * `data-column`.
 */

type RiderTable = 'ranking' | 'board' | 'print';
type RiderColumn = 'rank' | 'bib' | 'rider' | 'club' | 'detail' | 'points' | 'penality' | 'time' | 'runs';

/** A row of any of the tables, with the fields that it has. A `rank` of null means that the rider has no run yet. */
interface RiderRow
  extends Pick<RankingEntry, 'first_name' | 'last_name'>,
    Partial<Pick<RankingEntry, 'club' | 'rank' | 'total_points' | 'penality' | 'chrono_sec' | 'number_of_runs'>> {
  dossard: number | null;
}

interface Column {
  name: RiderColumn;
  tables: readonly RiderTable[];
  heading: () => string;
  /** A result: aligned as a number, and empty for riders without a run. */
  isFigure?: true;
  format: (rider: RiderRow) => ReactNode;
}

/** In order from left to right. */
const columns: readonly Column[] = [
  {
    name: 'rank',
    tables: ['ranking', 'board', 'print'],
    heading: m.rank,
    format: ({ rank = null }) => <Rank rank={rank} />,
  },
  {
    name: 'bib',
    tables: ['ranking', 'board', 'print'],
    heading: m.dossard,
    format: ({ dossard }) => dossard !== null && <Bib dossard={dossard} />,
  },
  {
    name: 'rider',
    tables: ['ranking', 'board', 'print'],
    heading: m.rider,
    // A wrapper, because this module may load before the one of `fullName` when pages share chunks.
    format: (rider) => fullName(rider),
  },
  {
    name: 'club',
    tables: ['print'],
    heading: m.club,
    format: ({ club }) => club,
  },
  {
    name: 'detail',
    tables: ['ranking'],
    heading: m.detail,
    isFigure: true,
    format: ({ rank, penality = 0, chrono_sec = 0, number_of_runs = 0 }) =>
      rank !== null && (
        <>
          <span>{`${penality} ${m.penalties_unit()} · ${formatChrono(chrono_sec)}`}</span>
          <span>{m.runs_number({ count: number_of_runs })}</span>
        </>
      ),
  },
  {
    name: 'points',
    tables: ['ranking', 'board', 'print'],
    heading: m.points,
    isFigure: true,
    format: ({ rank, total_points }) => (rank === null ? '–' : total_points),
  },
  {
    name: 'penality',
    tables: ['print'],
    heading: m.penalties_short,
    isFigure: true,
    format: ({ rank, penality }) => (rank === null ? null : penality),
  },
  {
    name: 'time',
    tables: ['print'],
    heading: m.time,
    isFigure: true,
    format: ({ rank, chrono_sec = 0 }) => (rank === null ? null : formatChrono(chrono_sec)),
  },
  {
    name: 'runs',
    tables: ['print'],
    heading: m.runs,
    isFigure: true,
    format: ({ rank, number_of_runs }) => (rank === null ? null : number_of_runs),
  },
];

/** Lists the columns of a table. */
export const columnsOf = (table: RiderTable): readonly Column[] =>
  columns.filter(({ tables }) => tables.includes(table));

/** The headings of a table of riders. */
export function RiderHeadings({ table }: { table: RiderTable }) {
  return columnsOf(table).map(({ name, heading, isFigure }) => (
    <th key={name} scope="col" data-column={name} data-figure={isFigure}>
      {heading()}
    </th>
  ));
}

interface CellsProps {
  table: RiderTable;
  rider: RiderRow;
  /** Replaces the content of some columns. */
  own?: Partial<Record<RiderColumn, ReactNode>>;
  /** One cell instead of all numbers. */
  insteadOfFigures?: ReactNode;
}

/** The cells of one rider's row. */
export function RiderCells({ table, rider, own = {}, insteadOfFigures }: CellsProps) {
  const shown = columnsOf(table).filter(({ isFigure }) => !(isFigure && insteadOfFigures));
  const cells = shown.map(({ name, isFigure, format }) => {
    const content = name in own ? own[name] : format(rider);
    if (name === 'rider') {
      return (
        <th key={name} scope="row" data-column={name} translate="no">
          {content}
        </th>
      );
    }
    return (
      <td key={name} data-column={name} data-figure={isFigure} translate="no">
        {content}
      </td>
    );
  });
  if (!insteadOfFigures) return cells;
  return (
    <>
      {cells}
      <td colSpan={columnsOf(table).length - shown.length}>{insteadOfFigures}</td>
    </>
  );
}
