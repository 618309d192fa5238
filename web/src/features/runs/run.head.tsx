import type { Run } from '@dossard/contract/runs/run.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { zoneNameOf } from '../../riders/zone.words.ts';
import styles from './runs.module.css';

interface Props {
  run: Run;
  /** False marks the points of a run that does not count. */
  counted?: boolean;
  /** The points. */
  children: ReactNode;
}

/** The zone, the number and the points of a run. */
export const RunHead = ({ run, counted, children }: Props) => (
  <div className="row apart">
    <div className="grow">
      <h2>{zoneNameOf(run)}</h2>
      <p className="soft">{m.run_number({ number: run.run_number })}</p>
    </div>
    <p className={`${styles.points} numbers`} data-counted={counted}>
      {children} <span>{m.points()}</span>
    </p>
  </div>
);
