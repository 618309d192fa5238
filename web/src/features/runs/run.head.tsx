import type { Run } from '@dossard/contract/runs/run.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { Line } from '../../ui/parts/line.tsx';
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
  <Line name={zoneNameOf(run)} nameAs="h2" facts={m.run_number({ number: run.run_number })}>
    <p className={`${styles.points} numbers`} data-counted={counted}>
      {children} <span className="soft small">{m.points()}</span>
    </p>
  </Line>
);
