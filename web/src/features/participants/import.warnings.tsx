import type { ImportProblem } from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';

/** Maximum number of warnings, and of rows named in each. */
const listed = 50;

/** Lists doubts about cells that were read, with the rows of each: they refuse nothing. */
export function ImportWarnings({ warnings }: { warnings: readonly ImportProblem[] }) {
  if (warnings.length === 0) return null;
  const rowsOf = new Map<string, { warning: ImportProblem; rows: number[] }>();
  for (const warning of warnings) {
    const { sheet = '', column = '', message, row } = warning;
    const key = [sheet, column, message].join('\n');
    const known = rowsOf.get(key) ?? { warning, rows: [] };
    if (row !== undefined) known.rows.push(row);
    rowsOf.set(key, known);
  }
  const groups = [...rowsOf];
  return (
    <div className="stack-close">
      <h3>{m.import_warnings({ count: groups.length })}</h3>
      <ul className="bullets">
        {groups.slice(0, listed).map(([key, { warning, rows }]) => (
          <li key={key}>
            {warning.message}
            <span className="soft small name">
              {[warning.sheet, warning.column].filter(Boolean).join(' · ')} ·{' '}
              {m.import_rows({ count: rows.length, rows: rows.slice(0, listed).join(', ') })}
              {rows.length > listed && ' …'}
            </span>
          </li>
        ))}
      </ul>
      {groups.length > listed && <p className="soft">{m.and_more({ count: groups.length - listed })}</p>}
    </div>
  );
}
