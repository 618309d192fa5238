import type { CSSProperties, Key, ReactNode } from 'react';
import './table.css';

/**
 * Where a cell is on the card that a row becomes on a phone. Cells have a line of their own, except those at the `start`
 * and the `end` beside all lines, and those that share a line `left` and `right`.
 */
type CardPlace = 'start' | 'end' | 'left' | 'right';

interface Props<Row, Column extends string> {
  caption?: string | undefined;
  isCaptionShown?: boolean;
  /** On paper: above the headings on each page, or empty. Columns have the same widths in all such tables. */
  title?: ReactNode;
  /** The columns in order; style sheets find their cells by `data-column`. `actions` has a hidden heading. */
  headings: { [Name in Column]?: ReactNode };
  /** The column by which the rows are sorted. */
  sorted?: { by: NoInfer<Column>; order: 'ascending' | 'descending' };
  /** The column that names each row. */
  named?: NoInfer<Column>;
  rows?: readonly Row[];
  /** Rows below the names of their groups, instead of `rows`. */
  groups?: readonly { name: string; rows: readonly Row[] }[];
  keyOf: (row: Row) => Key;
  cells: (row: Row) => Partial<Record<NoInfer<Column>, ReactNode>>;
  /** Replaces the cells of a row, for example by a form. */
  replaced?: ((row: Row) => ReactNode) | undefined;
  /** The rows become cards on a phone, with these cells beside others. */
  card?: { [Name in NoInfer<Column>]?: CardPlace };
  /** The class of a table that lays out its cards itself. */
  cards?: string | undefined;
  /** The class of a table with a look of its own. */
  look?: string | undefined;
  /** Shown in place of the rows when there are none. */
  empty?: string;
  /** The cells hold names, which browsers must not translate. */
  hasNames?: boolean;
}

/** A table of the desk. */
export function Table<Row, Column extends string>({
  caption,
  isCaptionShown,
  title,
  sorted,
  ...props
}: Props<Row, Column>) {
  const { headings, named, rows = [], groups, keyOf, cells, replaced, card, cards, empty, hasNames } = props;
  const columns = Object.keys(headings) as Column[];
  const allColumns = (content: ReactNode) => <td colSpan={columns.length}>{content}</td>;
  const placeOf = (column: Column) => card && (card[column] ?? 'line');
  const cellsOf = (row: Row) => {
    const shown = cells(row);
    return columns.map((column) => {
      const [Cell, scope] = column === named ? (['th', 'row'] as const) : (['td', undefined] as const);
      const heading = headings[column];
      return (
        <Cell
          key={column}
          scope={scope}
          data-column={column}
          data-place={placeOf(column)}
          data-heading={typeof heading === 'string' ? heading : undefined}
        >
          {shown[column]}
        </Cell>
      );
    });
  };
  const lines = columns.filter((column) => placeOf(column) === 'line' || placeOf(column) === 'left').length;
  const stacked = card ? 'stacked-table placed-cells' : cards && `stacked-table ${cards}`;
  return (
    <table
      className={`${stacked ?? props.look ?? 'plain-table'} numbers`}
      style={{ '--lines': lines } as CSSProperties}
    >
      {caption && <caption className={isCaptionShown ? undefined : 'visually-hidden'}>{caption}</caption>}
      {title !== undefined && (
        <colgroup>
          {columns.map((column) => (
            <col key={column} data-column={column} />
          ))}
        </colgroup>
      )}
      <thead className={stacked && 'hidden-on-phone'}>
        {title && (
          <tr>
            <th scope="colgroup" colSpan={columns.length}>
              {title}
            </th>
          </tr>
        )}
        <tr>
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              data-column={column}
              data-place={placeOf(column)}
              aria-sort={sorted?.by === column ? sorted.order : undefined}
            >
              <span className={column === 'actions' ? 'visually-hidden' : undefined}>{headings[column]}</span>
            </th>
          ))}
        </tr>
      </thead>
      {(groups ?? [{ name: '', rows }]).map((group) => (
        <tbody key={group.name} translate={hasNames ? 'no' : undefined}>
          {group.name && (
            <tr className="group">
              <th scope="rowgroup" colSpan={columns.length}>
                {group.name} <span className="soft">{group.rows.length}</span>
              </th>
            </tr>
          )}
          {empty && group.rows.length === 0 && <tr className="soft">{allColumns(empty)}</tr>}
          {group.rows.map((row) => {
            const instead = replaced?.(row);
            return <tr key={keyOf(row)}>{instead ? allColumns(instead) : cellsOf(row)}</tr>;
          })}
        </tbody>
      ))}
    </table>
  );
}
