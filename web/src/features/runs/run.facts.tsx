import type { Doors } from '@dossard/contract/runs/doors.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChronoExact, formatTime } from '../../text/formats.ts';
import styles from './undecided.module.css';

interface Props {
  run: Pick<Run, keyof Doors | 'points' | 'penality' | 'chrono_sec' | 'referee_name' | 'ridden_at'>;
  title: string;
  children?: ReactNode;
}

/** The facts of a run that somebody decides about, in a line: where and when, doors, points; then the decision. */
export function RunFacts({ run, title, children }: Props) {
  return (
    <div className="row numbers">
      <div className="grow">
        {title} · {run.referee_name}
        <p className="soft">
          {formatTime(run.ridden_at)} ·{' '}
          {m.run_facts({ penality: run.penality, time: formatChronoExact(run.chrono_sec) })}
        </p>
      </div>
      <RunChips doors={run} />
      <strong className={styles.points}>
        {run.points} {m.points()}
      </strong>
      {children}
    </div>
  );
}
