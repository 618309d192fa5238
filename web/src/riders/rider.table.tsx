import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import type { ReactElement, ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { formatChrono } from '../text/formats.ts';
import { useGenderWords } from './gender.words.tsx';
import { Rank } from './rank.tsx';
import { Bib, riderName } from './rider.tsx';

/*
 * The columns of all tables of riders. Add a column here once, with the tables that show it; a table lays out its cells
 * by `data-column`.
 */

export type RiderTable = 'ranking' | 'board' | 'print' | 'participants' | 'additions';
export type RiderColumn =
  | ('rank' | 'bib' | 'rider' | 'category' | 'gender' | 'club' | 'licence')
  | ('detail' | 'points' | 'penality' | 'time' | 'runs');

/** A row of any of the tables, with the fields that it has. A `rank` of null means that the rider has no run yet. */
interface RiderRow {
  dossard: number | null;
  first_name: string;
  last_name: string;
  category?: string | undefined;
  gender?: Gender | undefined;
  club?: string | null | undefined;
  licence?: string | null | undefined;
  rank?: number | null;
  total_points?: number;
  penality?: number;
  chrono_sec?: number;
  number_of_runs?: number;
}

interface Column {
  name: RiderColumn;
  tables: readonly RiderTable[];
  heading: () => string;
  /** A result: aligned as a number, and empty for riders without a run. */
  isFigure?: true;
  format: (rider: RiderRow, genderWord: (gender: Gender, category?: string) => string) => ReactNode;
  /** Left out if no rider has a value. */
  isRare?: true;
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
    tables: ['ranking', 'board', 'print', 'participants', 'additions'],
    heading: m.dossard,
    format: ({ dossard }) => dossard !== null && <Bib dossard={dossard} />,
  },
  {
    name: 'rider',
    tables: ['ranking', 'board', 'print', 'participants', 'additions'],
    heading: m.rider,
    // A wrapper, because this module may load before the one of `riderName` when pages share chunks.
    format: (rider) => riderName(rider),
  },
  { name: 'category', tables: ['additions'], heading: m.category, format: ({ category }) => category },
  {
    name: 'gender',
    tables: ['participants', 'additions'],
    heading: m.gender,
    format: ({ gender, category }, genderWord) => gender && genderWord(gender, category),
  },
  {
    name: 'club',
    tables: ['print', 'participants', 'additions'],
    heading: m.club,
    format: ({ club }) => club,
  },
  {
    name: 'licence',
    tables: ['participants', 'additions'],
    heading: m.licence,
    isRare: true,
    format: ({ licence }) => licence,
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
    tables: ['print', 'participants'],
    heading: m.runs,
    isFigure: true,
    format: ({ rank, number_of_runs }) => (rank === null ? null : number_of_runs),
  },
];

type Columns = ReadonlySet<RiderColumn>;

/** Lists the columns of a table. */
export const columnsOf = (table: RiderTable, without?: Columns): readonly Column[] =>
  columns.filter(({ tables, name }) => tables.includes(table) && !without?.has(name));

/** Finds the rare columns that none of the riders has a value for; tables leave them out. */
export const emptyColumns = (riders: readonly object[]): Columns =>
  new Set(
    columns
      .filter(({ isRare, name }) => isRare && !riders.some((rider) => (rider as Record<string, unknown>)[name]))
      .map(({ name }) => name),
  );

/** The headings of a table of riders; `own` replaces some of them. */
export function RiderHeadings({
  table,
  without,
  own = {},
}: {
  table: RiderTable;
  without?: Columns;
  own?: Partial<Record<RiderColumn, ReactElement>>;
}) {
  return columnsOf(table, without).map(
    ({ name, heading, isFigure }) =>
      own[name] ?? (
        <th key={name} scope="col" data-column={name} data-figure={isFigure}>
          {heading()}
        </th>
      ),
  );
}

interface CellsProps {
  table: RiderTable;
  without?: Columns | undefined;
  rider: RiderRow;
  /** Replaces the content of some columns. */
  own?: Partial<Record<RiderColumn, ReactNode>>;
  /** One cell instead of all numbers. */
  insteadOfFigures?: ReactNode;
}

/** The cells of one rider's row. */
export function RiderCells({ table, without, rider, own = {}, insteadOfFigures }: CellsProps) {
  const { genderWord } = useGenderWords();
  const shown = columnsOf(table, without).filter(({ isFigure }) => !(isFigure && insteadOfFigures));
  const cells = shown.map(({ name, isFigure, format }) => {
    const content = name in own ? own[name] : format(rider, genderWord);
    if (name === 'rider') {
      return (
        <th key={name} scope="row" data-column={name} translate="no">
          {content}
        </th>
      );
    }
    return (
      <td key={name} data-column={name} data-figure={isFigure} translate={name === 'gender' ? undefined : 'no'}>
        {content}
      </td>
    );
  });
  if (!insteadOfFigures) return cells;
  return (
    <>
      {cells}
      <td colSpan={columnsOf(table, without).length - shown.length}>{insteadOfFigures}</td>
    </>
  );
}
