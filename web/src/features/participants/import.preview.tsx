import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { ImportAnswer, ImportOptions, ImportRow } from '@dossard/contract/participants/participant.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useEffect, useRef } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/parts/button.tsx';
import { GraduationGaps, useGraduationGaps } from './graduation.gaps.tsx';
import { ImportAdditions } from './import.additions.tsx';
import { ImportChanges } from './import.changes.tsx';
import styles from './import.module.css';
import { ImportProblems } from './import.problems.tsx';
import { ImportReading } from './import.reading.tsx';
import { ImportWarnings } from './import.warnings.tsx';

interface Props {
  competitionId: number;
  fileName: string;
  answer: ImportAnswer;
  options: ImportOptions;
  /** Reads the file again, with other choices. */
  onRead: (options: ImportOptions) => void;
  importing: boolean;
  onImport: (partial: boolean) => void;
  onAnother: () => void;
}

/** The preview of an import: counts, problems to correct, and changes. */
export function ImportPreview(props: Props) {
  const { competitionId, fileName, answer, options, importing, onRead, onImport, onAnother } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const rows: readonly ImportRow[] = answer.rows ?? [];
  const refused = rows.filter((row) => row.action === 'refuse');
  const ofFile = answer.errors ?? [];
  const clean = refused.length === 0 && ofFile.length === 0;
  const good = answer.imported + answer.updated;
  const gaps = useGraduationGaps(competitionId, ridersToStore(rows));
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
      <dl className={`facts ${styles.counts}`}>
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
          <Button look="go" disabled={importing} onClick={() => onImport(false)}>
            {importing ? m.importing() : m.import_all({ count: good })}
          </Button>
        )}
        {!clean && (
          <Button look="go" disabled={importing} onClick={onAnother}>
            {m.import_corrected()}
          </Button>
        )}
        {good > 0 && !clean && (
          <Button disabled={importing} onClick={() => onImport(true)}>
            {importing ? m.importing() : m.import_good_rows({ count: good })}
          </Button>
        )}
        {clean && (
          <Button look="quiet" disabled={importing} onClick={onAnother}>
            {m.import_another()}
          </Button>
        )}
      </div>
      <ImportReading answer={answer} options={options} onRead={onRead} />
      <ImportProblems ofFile={ofFile} rows={refused.filter(({ choices }) => !choices)} />
      <ImportWarnings warnings={answer.warnings ?? []} />
      <GraduationGaps competitionId={competitionId} gaps={gaps} canComplete />
      <ImportChanges rows={rows} />
      <ImportAdditions rows={rows} gapKeys={new Set(gaps.map(groupKey))} />
    </section>
  );
}

/** Returns the groups of the riders that the file would add or change. */
function ridersToStore(rows: readonly ImportRow[]): Group[] {
  return rows.flatMap(({ action, category, gender }) =>
    (action === 'add' || action === 'change') && category !== undefined && gender !== undefined
      ? [{ category, gender }]
      : [],
  );
}

function formatVerdict(good: number, refused: number): string {
  if (refused > 0) return good > 0 ? m.import_some_refused({ count: refused }) : m.import_all_refused();
  return good > 0 ? m.import_nothing_stored_yet() : m.import_nothing_new();
}
