import { m } from '../../paraglide/messages.js';
import styles from './overview.module.css';

const [width, height] = [120, 28];

interface Props {
  /** Runs in steps of five minutes, oldest first. */
  counts: readonly number[];
  /** The count that fills the full height: the same for all zones, so that they can be compared. */
  highest: number;
}

/** A column for each five minutes of a zone's last hour: a queue shows as shrinking columns. */
export function PaceCurve({ counts, highest }: Props) {
  const step = width / counts.length;
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <figure className={styles.pace}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} aria-hidden="true" focusable="false">
        <line x1="0" x2={width} y1={height - 0.5} y2={height - 0.5} className={styles.paceGround} />
        {counts.map((count, index) => {
          const tall = highest === 0 ? 0 : (count / highest) * (height - 2);
          return (
            <rect
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is identified only by its position.
              key={index}
              x={index * step + 1}
              y={height - 1 - tall}
              width={step - 2}
              height={tall}
              rx="1"
              className={styles.paceStep}
            />
          );
        })}
      </svg>
      <figcaption>{m.overview_last_hour({ count: total })}</figcaption>
    </figure>
  );
}
