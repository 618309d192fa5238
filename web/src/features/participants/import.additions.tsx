import type { ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../ui/bib.tsx';

const listed = 100;

/** Which riders a file would add, row by row; folded, because there may be hundreds. */
export function ImportAdditions({ rows }: { rows: readonly ImportRow[] }) {
  const added = rows.filter((row) => row.action === 'add');
  if (added.length === 0) return null;
  return (
    <details className="import-part">
      <summary className="import-summary">{m.import_additions({ count: added.length })}</summary>
      <ul className="import-additions">
        {added.slice(0, listed).map(({ row, dossard_number, last_name, first_name }) => (
          <li key={row}>
            {dossard_number !== null && <Bib dossard={dossard_number} />}
            <span>
              <strong>{last_name}</strong> {first_name}
            </span>
            <span className="soft numbers">{m.row_number({ row })}</span>
          </li>
        ))}
      </ul>
      {added.length > listed && <p className="soft">{m.and_more({ count: added.length - listed })}</p>}
    </details>
  );
}
