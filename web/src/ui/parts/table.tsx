import type { Key, ReactNode } from 'react';

interface Props<Row, Column extends string> {
  caption?: string | undefined;
  isCaptionShown?: boolean;
  /** The columns in order; style sheets find their cells by `data-column`. `actions` has a hidden heading. */
  headings: { [Name in Column]?: string };
  /** The column that names each row. */
  named?: NoInfer<Column>;
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  cells: (row: Row) => Record<NoInfer<Column>, ReactNode>;
  /** Replaces the cells of a row, for example by a form. */
  replaced?: ((row: Row) => ReactNode) | undefined;
  /** The class of a table whose rows become cards on a phone. */
  cards?: string | undefined;
  /** Shown in place of the rows when there are none. */
  empty?: string;
}

/** A table of the desk. */
export function Table<Row, Column extends string>({ caption, isCaptionShown, cards, ...props }: Props<Row, Column>) {
  const { headings, named, rows, keyOf, cells, replaced, empty } = props;
  const columns = Object.keys(headings) as Column[];
  const allColumns = (content: ReactNode) => <td colSpan={columns.length}>{content}</td>;
  const cellsOf = (row: Row) => {
    const shown = cells(row);
    return columns.map((column) => {
      const [Cell, scope] = column === named ? (['th', 'row'] as const) : (['td', undefined] as const);
      return (
        <Cell key={column} scope={scope} data-column={column} data-heading={headings[column]}>
          {shown[column]}
        </Cell>
      );
    });
  };
  return (
    <table className={`${cards ? `stacked-table ${cards}` : 'plain-table'} numbers`}>
      {caption && <caption className={isCaptionShown ? undefined : 'visually-hidden'}>{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" data-column={column}>
              <span className={column === 'actions' ? 'visually-hidden' : undefined}>{headings[column]}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {empty && rows.length === 0 && <tr className="soft">{allColumns(empty)}</tr>}
        {rows.map((row) => {
          const instead = replaced?.(row);
          return <tr key={keyOf(row)}>{instead ? allColumns(instead) : cellsOf(row)}</tr>;
        })}
      </tbody>
    </table>
  );
}
