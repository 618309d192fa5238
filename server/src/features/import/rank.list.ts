import type { ParticipantFacts } from '@dossard/contract/participants/participant.fields.ts';
import type { RiderStatus } from '@dossard/contract/rankings/rider.status.ts';
import type { Problem } from '@dossard/contract/refusals/problem.words.ts';
import type { OutsideRank } from '@dossard/contract/series/outside.result.schema.ts';
import { type Reading, readDossard, readField, readFullName, readGender, unclearGenders } from './participant.cells.ts';
import { textAt, unreadColumns } from './participant.columns.ts';
import {
  columnsOfHeadings,
  type Field,
  headingKey,
  headingText,
  isFirstLast,
  searchedRows,
} from './participant.headings.ts';
import { factsOfName } from './participant.sheets.ts';
import { createRowReader } from './row.reader.ts';
import type { Sheet, SheetRow } from './sheet.ts';

/* Reads the list of a result from elsewhere (T17): ranks, with whatever says who the rider is. */

/** A row of a list; absent fields have no column, or an empty cell. */
export interface ListedRank extends Pick<OutsideRank, 'row' | 'rank' | 'status'>, Partial<ParticipantFacts> {
  sheet: string | undefined;
  dossard_number?: number;
}

export interface ReadRankList {
  ranks: ListedRank[];
  problems: Problem[];
  unread: { sheet: string; heading: string; example: string }[];
}

type Column = 'rank' | Field;

const rankHeadings = new Set([
  ...['rang', 'rangs', 'rg', 'rank', 'ranking', 'place', 'places', 'placement', 'pl', 'pos', 'position'],
  ...['classement', 'classt', 'clt', 'cl', 'class', 'scratch'],
]);

/** Columns of a list without headings, as they are typed. */
const typedColumns: readonly Column[] = ['rank', 'last_name', 'first_name', 'club', 'licence'];

const statusWords: Record<RiderStatus, readonly string[]> = {
  dnf: ['dnf', 'abd', 'ab', 'abandon', 'abandons', 'did not finish'],
  dns: ['dns', 'np', 'abs', 'absent', 'absente', 'non partant', 'non partante', 'forfait', 'did not start'],
  dsq: ['dsq', 'dq', 'disq', 'disqualifie', 'disqualifiee', 'disqualified'],
  nc: ['nc', 'hc', 'non classe', 'non classee', 'hors classement', 'hors course', 'not classified'],
};

/** Reads a rank, `3`, `3e`, `1er`, `3.`, `=3`, or the word for a rider without one. */
function readRank(cell: string): Reading<Pick<ListedRank, 'rank' | 'status'>> {
  const text = cell.trim();
  if (text === '') return { problems: [{ code: 'required' }] };
  const number = /^=?\s*0*([1-9]\d{0,3})\s*(?:[.,]0*|er|re|ère|e|è|ème|eme|st|nd|rd|th|ex)?$/i.exec(text)?.[1];
  if (number !== undefined) return { value: { rank: Number(number), status: null } };
  // A rider who gave up may have the rank that the results until then gave.
  const [, rank, rest = text] = /^(\d{1,4})\s+(\D+)$/.exec(text) ?? [];
  const word = headingKey(rest);
  const status = (Object.keys(statusWords) as RiderStatus[]).find((one) => statusWords[one].includes(word));
  if (status && (rank === undefined || status === 'dnf'))
    return { value: { rank: rank ? Number(rank) : null, status } };
  return { problems: [{ code: 'rank_unknown', values: { value: text.slice(0, 60) } }] };
}

/** Reads the lists on all visible sheets of a file; a row with a problem is not among the ranks. */
export function readRankList(sheets: readonly Sheet[]): ReadRankList {
  const visible = sheets.filter(({ hidden, rows }) => !hidden && rows.length > 0);
  const read = visible.map(readSheet);
  const lists = read.filter(({ ranks, isList }) => isList || ranks.length > 0);
  const chosen = lists.length > 0 ? lists : read.slice(0, 1);
  const isEmpty = chosen.every(({ ranks, problems }) => ranks.length + problems.length === 0);
  return {
    ranks: chosen.flatMap(({ ranks }) => ranks),
    problems: isEmpty ? [{ path: 'file', code: 'no_rows' }] : chosen.flatMap(({ problems }) => problems),
    unread: chosen.flatMap(({ unread }) => unread),
  };
}

interface Headed {
  columns: ReadonlyMap<Column, number>;
  /** The headings of these columns, for problems. */
  names: ReadonlyMap<Column, string>;
  /** All headings of the list; none if it has no row of them. */
  headings: readonly string[];
  rows: readonly SheetRow[];
}

function readSheet({ name, rows }: Sheet): ReadRankList & { isList: boolean } {
  const headed = findColumns(rows);
  const { columns, headings, rows: listed } = headed;
  if (!columns.has('rank'))
    return {
      ranks: [],
      problems: [{ sheet: name, path: 'rank', code: 'column_missing' }],
      unread: [],
      isList: false,
    };
  const given = groupOfName(name);
  const unclear = unclearGenders(listed.map(({ cells }) => textAt(cells, columns.get('gender') ?? -1)));
  const read = listed.map((row) => ({ row: row.row, ...readRow(row, { sheet: name, unclear, ...headed }) }));
  const unread = unreadColumns(listed, new Set(columns.values()), (at) => headingText(headings[at] ?? ''));
  return {
    ranks: read.flatMap(({ row, listed, problems }) =>
      problems.length > 0 ? [] : [{ sheet: name, row, ...given, ...listed }],
    ),
    problems: read.flatMap(({ problems }) => problems),
    unread: unread.flatMap((column) => (column.heading ? [{ sheet: name ?? '', ...column }] : [])),
    isList: true,
  };
}

/** Finds the columns by the row that names the rank and the rider, else in the order in which lists are typed. */
function findColumns(rows: readonly SheetRow[]): Headed {
  for (const [index, { cells }] of rows.slice(0, searchedRows).entries()) {
    const rank = cells.findIndex((cell) => rankHeadings.has(headingKey(cell)));
    const { columns } = columnsOfHeadings(cells, new Map());
    const names = ['last_name', 'full_name', 'licence', 'dossard_number'] as const;
    if (rank === -1 || !names.some((field) => columns.has(field))) continue;
    const others = [...columns].filter(([, at]) => at !== rank);
    const found = new Map<Column, number>([['rank', rank], ...others]);
    const headings = new Map([...found].map(([column, at]) => [column, headingText(cells[at] ?? '')]));
    return { columns: found, names: headings, headings: cells, rows: rows.slice(index + 1) };
  }
  const first = rows[0]?.cells ?? [];
  const isTyped = 'value' in readRank(first[0] ?? '') && textAt(first, 1) !== '';
  const columns = typedColumns.map((column, at): [Column, number] => [column, at]);
  return { columns: new Map(isTyped ? columns : []), names: new Map(), headings: [], rows };
}

/** The group that a sheet is named after: `U13 F`; a name without a category says nothing. */
function groupOfName(name: string | undefined): Pick<ListedRank, 'category' | 'gender'> {
  const { category, gender } = factsOfName(name);
  return { ...(category && /^u ?\d{1,2}$/i.test(category) && { category }), ...(gender && { gender }) };
}

type ListOfRows = Omit<Headed, 'rows'> & { sheet: string | undefined; unclear: ReadonlySet<string> };

function readRow(row: SheetRow, list: ListOfRows) {
  const { problems, textOf, report, read } = createRowReader<Column>(row, list);
  /** Reads a cell; an empty one is absent. */
  const take = <Value>(column: Column, readCell: (cell: string) => Reading<Value>): Value | undefined =>
    textOf(column) === '' ? undefined : read(column, readCell);
  const rank = read('rank', readRank);
  const names = take('full_name', (cell) => readFullName(cell, isFirstLast(list.names.get('full_name') ?? '')));
  const texts = (['category', 'gender', 'first_name', 'last_name', 'club', 'licence'] as const).flatMap((field) => {
    const value = take(field, (cell) => (field === 'gender' ? readGender(cell, list.unclear) : readField(field, cell)));
    return value === undefined ? [] : [[field, value] as const];
  });
  const dossard_number = take('dossard_number', readDossard);
  const listed: Omit<ListedRank, 'sheet' | 'row'> = {
    ...(rank ?? { rank: null, status: null }),
    ...(dossard_number !== undefined && { dossard_number }),
    ...names,
    ...Object.fromEntries(texts),
  };
  const isNamed = listed.last_name !== undefined && listed.first_name !== undefined;
  if (!isNamed && dossard_number === undefined && !listed.licence) {
    report('last_name', [{ code: 'rider_unnamed' }]);
  }
  return { listed, problems };
}
