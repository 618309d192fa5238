import { genderSchema } from '@dossard/contract/categories/category.schema.ts';
import type { ParticipantField } from '@dossard/contract/participants/participant.fields.ts';
import type { ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';
import { fieldLabels } from '../../riders/field.labels.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';

const listed = 100;

const labels = { ...fieldLabels, dossard_number: m.dossard };
const labelOf = (field: string) => (field in labels ? labels[field as ParticipantField]() : field);

/** Lists the existing riders that a file would change, with old and new values. */
export function ImportChanges({ rows }: { rows: readonly ImportRow[] }) {
  const { genderWord } = useGenderWords();
  const changed = rows.filter((row) => row.action === 'change');
  if (changed.length === 0) return null;
  const formatValue = (field: string, value: string | null, category: string | undefined) => {
    const gender = field === 'gender' ? genderSchema.safeParse(value).data : undefined;
    return gender ? genderWord(gender, category) : value || m.nothing();
  };
  return (
    <div className="stack-close">
      <h3>{m.import_changes({ count: changed.length })}</h3>
      <ul className="list">
        {changed.slice(0, listed).map((row) => (
          <li key={`${row.sheet} ${row.row}`} className="row">
            {row.dossard_number !== null && <Bib dossard={row.dossard_number} />}
            <div className="grow">
              <strong>{riderName(row)}</strong>
              {Object.entries(row.changes ?? {}).map(([field, { from, to }]) => (
                <p key={field}>
                  <span className="soft">{labelOf(field)}</span> <del>{formatValue(field, from, row.category)}</del> →{' '}
                  <ins>{formatValue(field, to, row.category)}</ins>
                </p>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {changed.length > listed && <p className="soft">{m.and_more({ count: changed.length - listed })}</p>}
    </div>
  );
}
