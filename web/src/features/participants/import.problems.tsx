import type { ImportProblem, ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';
import { riderName } from '../../riders/rider.tsx';
import { GuideLink } from '../../ui/failure/guide.link.tsx';
import { Table } from '../../ui/parts/table.tsx';
import { RowNumber } from './import.additions.tsx';

/** Maximum number of problems listed: nobody reads more before correcting some. */
const listed = 200;

/** Lists the problems of a file by row and column, numbered as in the spreadsheet. */
export function ImportProblems({ ofFile, rows }: { ofFile: readonly ImportProblem[]; rows: readonly ImportRow[] }) {
  const problems = [
    ...ofFile.map((problem) => ({ sheet: problem.sheet, row: problem.row, who: '', problem })),
    ...rows.flatMap((row) =>
      (row.errors ?? []).map((problem) => ({
        sheet: row.sheet,
        row: row.row,
        who: riderName(row),
        problem,
      })),
    ),
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
        cells={({ sheet, row, who, problem }) => ({
          row: <RowNumber row={row} sheet={sheet} />,
          column: <span className="soft">{problem.column ?? '–'}</span>,
          message: (
            <>
              {problem.message}
              <span className="soft small name">{who}</span>
            </>
          ),
        })}
      />
      {problems.length > listed && <p className="soft">{m.and_more({ count: problems.length - listed })}</p>}
    </div>
  );
}
