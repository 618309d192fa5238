import { genderSchema } from '@dossard/contract/categories/category.schema.ts';
import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { ParticipantField } from '@dossard/contract/participants/participant.fields.ts';
import type {
  ImportAnswer,
  ImportOptions,
  ImportProblem,
  ImportRow,
} from '@dossard/contract/participants/participant.schema.ts';
import { useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { fieldLabels } from '../../riders/field.labels.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { joinFacts } from '../../text/formats.ts';
import { groupItems } from '../../text/group.items.ts';
import { Button } from '../../ui/parts/button.tsx';
import { GraduationGaps, useGraduationGaps } from './graduation.gaps.tsx';
import { ImportAdditions, ImportProblems } from './import.lists.tsx';
import styles from './import.module.css';
import { ImportReading } from './import.reading.tsx';

interface Props {
  fileName: string;
  answer: ImportAnswer;
  options: ImportOptions;
  /** Reads the file again, with other choices. */
  onRead: (options: ImportOptions) => void;
  importing: boolean;
  onImport: (partial: boolean) => void;
  /** Chooses the same file in its corrected form, or another one. */
  onAnother: (isCorrected: boolean) => void;
}

/** The preview of an import: counts, problems to correct, and changes. */
export function ImportPreview(props: Props) {
  const { fileName, answer, options, importing, onRead, onImport, onAnother } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows: readonly ImportRow[] = answer.rows ?? [];
  const refused = rows.filter((row) => row.action === 'refuse');
  const ofFile = answer.errors ?? [];
  const clean = refused.length === 0 && ofFile.length === 0;
  const good = answer.imported + answer.updated;
  const gaps = useGraduationGaps(ridersToStore(rows));
  const counts = [
    { kind: 'add', label: m.import_to_add(), count: answer.imported },
    { kind: 'change', label: m.import_to_change(), count: answer.updated },
    { kind: 'none', label: m.import_unchanged(), count: answer.unchanged },
    { kind: 'refuse', label: m.import_refused(), count: refused.length },
  ];
  return (
    <section className="card panel" aria-labelledby="import-title">
      <h2 id="import-title" ref={heading} tabIndex={-1}>
        {m.import_preview({ file: fileName })}
      </h2>
      <dl className={`facts fields ${styles.counts}`}>
        {counts.map(({ kind, label, count }) => (
          <div key={kind} data-kind={kind} data-none={count === 0 || undefined}>
            <dt>{label}</dt>
            <dd className="numbers">{count}</dd>
          </div>
        ))}
      </dl>
      <p>{ofFile.length > 0 ? m.import_file_refused() : formatVerdict(good, refused.length)}</p>
      <div className="desk-actions">
        {good > 0 && clean && (
          <Button
            action={importing ? m.importing() : m.import_all({ count: good })}
            look="go"
            disabled={importing}
            onClick={() => onImport(false)}
          />
        )}
        {!clean && (
          <Button action={m.import_corrected()} look="go" disabled={importing} onClick={() => onAnother(true)} />
        )}
        {good > 0 && !clean && (
          <Button
            action={importing ? m.importing() : m.import_good_rows({ count: good })}
            disabled={importing}
            onClick={() => onImport(true)}
          />
        )}
        {clean && (
          <Button action={m.import_another()} look="quiet" disabled={importing} onClick={() => onAnother(false)} />
        )}
      </div>
      <ImportReading answer={answer} options={options} onRead={onRead} />
      <ImportProblems ofFile={ofFile} rows={refused.filter(({ choices }) => !choices)} />
      <ImportWarnings warnings={answer.warnings ?? []} />
      <GraduationGaps
        gaps={gaps}
        canComplete
        describe={(gap) => formatRiders(rows.filter((row) => isToStore(row) && groupKey(row) === groupKey(gap)))}
        onMeant={(category, meant) => onRead(withMeaning(options, category, meant))}
      />
      <ImportChanges rows={rows} />
      <ImportAdditions rows={rows} gapKeys={new Set(gaps.map(groupKey))} />
    </section>
  );
}

/** Adds that a category of the file means another one. */
const withMeaning = ({ values, ...others }: ImportOptions, category: string, meant: string): ImportOptions => ({
  ...others,
  values: { ...values, category: { ...values?.category, [category]: meant } },
});

/** Whether a file adds or changes this rider. */
const isToStore = (row: ImportRow): row is ImportRow & Group =>
  (row.action === 'add' || row.action === 'change') && row.category !== undefined && row.gender !== undefined;

/** Returns the riders that a file adds or changes. */
export const ridersToStore = (rows: readonly ImportRow[]) => rows.filter(isToStore);

/** How many riders without a graduation are named one by one. */
const maxNamed = 3;

/** Names the first riders of a group, with their rows. */
const formatRiders = (rows: readonly ImportRow[]) =>
  rows
    .slice(0, maxNamed)
    .map((row) => `${fullName(row)} (${m.row_number({ row: row.row })})`)
    .join(', ') + (rows.length > maxNamed ? ' …' : '');

function formatVerdict(good: number, refused: number): string {
  if (refused > 0) return good > 0 ? m.import_some_refused({ count: refused }) : m.import_all_refused();
  return good > 0 ? m.import_nothing_stored_yet() : m.import_nothing_new();
}

/** Maximum number of warnings, and of rows named in each. */
const listed = 50;

/** Lists doubts about cells that were read, with the rows of each: they refuse nothing. */
function ImportWarnings({ warnings }: { warnings: readonly ImportProblem[] }) {
  if (warnings.length === 0) return null;
  const groups = groupItems(warnings, ({ sheet = '', column = '', message }) => [sheet, column, message].join('\n'));
  return (
    <div className="stack-close">
      <h3>{m.import_warnings({ count: groups.length })}</h3>
      <ul className="bullets">
        {groups.slice(0, listed).map(([key, alike]) => {
          const [{ message, sheet, column }] = alike;
          const rows = alike.flatMap(({ row }) => row ?? []);
          return (
            <li key={key}>
              {message}
              <span className="soft small name">
                {joinFacts(sheet, column)} ·{' '}
                {m.import_rows({ count: rows.length, rows: rows.slice(0, listed).join(', ') })}
                {rows.length > listed && ' …'}
              </span>
            </li>
          );
        })}
      </ul>
      {groups.length > listed && <p className="soft">{m.and_more({ count: groups.length - listed })}</p>}
    </div>
  );
}

/** Maximum number of changed riders listed. */
const maxChanges = 100;

const labels = { ...fieldLabels, dossard_number: m.dossard };
const labelOf = (field: string) => (field in labels ? labels[field as ParticipantField]() : field);

/** Lists the existing riders that a file would change, with old and new values. */
function ImportChanges({ rows }: { rows: readonly ImportRow[] }) {
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
        {changed.slice(0, maxChanges).map((row) => (
          <li key={`${row.sheet} ${row.row}`} className="row">
            {row.dossard_number !== null && <Bib dossard={row.dossard_number} />}
            <div className="grow">
              <strong>{fullName(row)}</strong>
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
      {changed.length > maxChanges && <p className="soft">{m.and_more({ count: changed.length - maxChanges })}</p>}
    </div>
  );
}
