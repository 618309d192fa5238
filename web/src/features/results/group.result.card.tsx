import type { ManagedResult } from '@dossard/contract/results/result.schema.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { ResultNote } from '../../riders/result.note.tsx';
import { formatResultState } from '../../riders/result.words.ts';
import { formatMoment } from '../../text/formats.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import type { Tally } from '../overview/overview.facts.ts';
import type { Declaration } from './declare.dialog.tsx';
import styles from './results.module.css';

interface Props {
  competitionId: number;
  result: ManagedResult;
  /** Null for a group without riders, and while it is loading. */
  tally: Tally | null;
  /** Absent for editors, who may not declare. */
  onDeclare: ((state: Declaration['state']) => void) | undefined;
  children?: ReactNode;
}

/** One group: its state, what is missing, the next step, and its official lists. */
export function GroupResultCard({ competitionId, result, tally, onDeclare, children }: Props) {
  const { groupWord } = useGenderWords();
  const { state, revision, revisions, differs } = result;
  const group = groupWord(result);
  return (
    <section className={`card ${styles.group}`} aria-label={group}>
      <div className={styles.head}>
        <h2>{group}</h2>
        {state === 'running' && <span className={styles.running}>{formatResultState('running')}</span>}
      </div>
      <ResultNote result={{ ...result, differs: false }} />
      <p className={tally && tally.missing > 0 ? styles.missing : 'soft'}>{formatTally(tally)}</p>
      {differs && <Alert kind="warning" title={m.results_differs_why()} />}
      {children}
      {revisions.length > 0 && (
        <ul className={styles.revisions}>
          {revisions.map(({ revision: number, published_at, reason }) => (
            <li key={number}>
              <Link
                to="/competitions/$competitionId/results"
                params={{ competitionId: String(competitionId) }}
                search={{ category: result.category, gender: result.gender, revision: number }}
              >
                {m.result_list_revision({ revision: number })}
                <span className="visually-hidden"> {group}</span>
              </Link>{' '}
              <span className="soft">{[formatMoment(new Date(published_at)), reason].filter(Boolean).join(' · ')}</span>
            </li>
          ))}
        </ul>
      )}
      {onDeclare && (
        <div className={styles.actions}>
          {state === 'running' && (
            <Act group={group} label={m.results_declare_provisional()} act={() => onDeclare('provisional')} go />
          )}
          {state === 'provisional' && (
            <Act group={group} label={m.results_change_until()} act={() => onDeclare('provisional')} />
          )}
          <Act
            group={group}
            label={revision === 0 ? m.results_publish() : m.results_publish_next({ revision: revision + 1 })}
            act={() => onDeclare('official')}
            go={state === 'provisional' || differs}
          />
          {state === 'official' && (
            <Act group={group} label={m.results_reopen()} act={() => onDeclare('provisional')} />
          )}
          {state !== 'running' && <Act group={group} label={m.results_run_again()} act={() => onDeclare('running')} />}
        </div>
      )}
    </section>
  );
}

function Act({ group, label, act, go = false }: { group: string; label: string; act: () => void; go?: boolean }) {
  return (
    <button type="button" className={go ? 'button button-go' : 'button'} onClick={act}>
      {label}
      <span className="visually-hidden"> {group}</span>
    </button>
  );
}

function formatTally(tally: Tally | null): string {
  if (!tally || tally.recorded + tally.missing === 0) return m.results_nobody();
  return tally.missing > 0 ? m.results_missing({ count: tally.missing }) : m.results_all_in();
}
