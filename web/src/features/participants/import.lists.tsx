import { groupKey } from '@dossard/contract/categories/group.ts';
import type { ImportProblem, ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Table } from '../../ui/parts/table.tsx';

/** Maximum number of problems listed: nobody reads more before correcting some. */
const listed = 200;

/** Lists the problems of a file by row and column, numbered as in the spreadsheet. */
export function ImportProblems({ ofFile, rows }: { ofFile: readonly ImportProblem[]; rows: readonly ImportRow[] }) {
  const names = new Map(rows.map((one) => [`${one.sheet} ${one.row}`, fullName(one)]));
  const problems = [
    ...ofFile.map((problem) => ({ sheet: problem.sheet, row: problem.row, problem })),
    ...rows.flatMap(({ sheet, row, errors = [] }) => errors.map((problem) => ({ sheet, row, problem }))),
  ];
  if (problems.length === 0) return null;
  return (
    <div className="stack-close">
      <h3>{m.import_problems({ count: problems.length })}</h3>
      <p>
        <GuideLink section="lists" />
      </p>
      <Table
        caption={m.import_problems({ count: problems.length })}
        card={{ row: 'left', column: 'right' }}
        headings={{ row: m.row(), column: m.column(), message: m.what_to_correct() }}
        named="row"
        rows={problems.slice(0, listed)}
        keyOf={({ sheet, row, problem }) => `${sheet} ${row} ${problem.path} ${problem.code} ${problem.column ?? ''}`}
        cells={({ sheet, row, problem }) => ({
          row: <RowNumber row={row} sheet={sheet} />,
          column: <span className="soft">{problem.column ?? '–'}</span>,
          message: (
            <>
              {problem.message}
              <span className="soft small name">{names.get(`${sheet} ${row}`)}</span>
            </>
          ),
        })}
      />
      {problems.length > listed && <p className="soft">{m.and_more({ count: problems.length - listed })}</p>}
    </div>
  );
}

/** Rows shown at first, enough to notice a wrongly read column, and rows added at a time. */
const shownAtFirst = 8;
const shownMore = 300;

interface Props {
  rows: readonly ImportRow[];
  /** Keys of the groups that no zone has a graduation for. */
  gapKeys: ReadonlySet<string>;
}

/** Lists the riders that a file would add, with every field that was read. */
export function ImportAdditions({ rows, gapKeys }: Props) {
  const { genderWord } = useGenderWords();
  const [limit, setLimit] = useState(shownAtFirst);
  const added = rows.filter((row) => row.action === 'add');
  if (added.length === 0) return null;
  return (
    <div className="stack-close">
      <h3>{m.import_additions({ count: added.length })}</h3>
      <Table
        caption={m.import_additions({ count: added.length })}
        headings={{
          bib: m.dossard(),
          rider: m.name_of_rider(),
          category: m.category(),
          gender: m.gender(),
          club: m.club(),
          ...(added.some(({ licence }) => licence) && { licence: m.licence() }),
          row: m.row(),
        }}
        named="rider"
        hasNames
        card={{ bib: 'start', category: 'left', gender: 'right', row: 'end' }}
        rows={added.slice(0, limit)}
        keyOf={({ sheet, row }) => `${sheet} ${row}`}
        cells={(row) => ({
          bib: row.dossard_number !== null && <Bib dossard={row.dossard_number} />,
          rider: fullName(row),
          category: row.category,
          gender: (
            <span translate="yes">
              {row.gender && genderWord(row.gender, row.category)}{' '}
              {gapKeys.has(rowGroupKey(row)) && (
                <span className="pill" data-kind="warning">
                  {m.without_graduation()}
                </span>
              )}
            </span>
          ),
          club: row.club && <span className="soft">{row.club}</span>,
          licence: row.licence && <span className="soft">{row.licence}</span>,
          row: (
            <span className="soft small">
              <RowNumber row={row.row} sheet={row.sheet} />
            </span>
          ),
        })}
      />
      {added.length > limit && (
        <Button action={m.show_more({ count: added.length - limit })} onClick={() => setLimit(limit + shownMore)} />
      )}
    </div>
  );
}

const rowGroupKey = ({ category = '', gender = 'F' }: ImportRow) => groupKey({ category, gender });

/** Where a row is in the file. */
function RowNumber({ row, sheet }: { row: number | null | undefined; sheet: string | undefined }) {
  return (
    <span translate="yes">
      <span className="on-phone">{m.row()} </span>
      {row ?? '–'}
      {sheet !== undefined && <span className="soft small name">{sheet}</span>}
    </span>
  );
}
