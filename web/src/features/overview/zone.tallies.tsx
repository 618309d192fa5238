import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import type { ZoneTally } from './overview.facts.ts';
import styles from './overview.module.css';
import { PaceCurve } from './pace.curve.tsx';
import { TallyBar } from './tally.bar.tsx';

/** Lists each zone with its runs, its pace in the last hour, and when it will be finished. */
export function ZoneTallies({ zones }: { zones: readonly ZoneTally[] }) {
  const highest = Math.max(0, ...zones.flatMap(({ lastHour }) => lastHour));
  if (zones.length === 0) return null;
  return (
    <section className={`card ${styles.tallies}`} aria-labelledby="overview-zones">
      <h2 id="overview-zones">{m.zones()}</h2>
      <ul>
        {zones.map((zone) => (
          <li key={zone.id} className={styles.zone}>
            <div className={styles.words}>
              <h3>{zone.name}</h3>
              <p className="numbers">
                {m.overview_of({ recorded: zone.recorded, expected: zone.recorded + zone.missing })}
                <span className="soft"> · {formatThrough(zone)}</span>
              </p>
              <TallyBar tally={zone} />
            </div>
            <PaceCurve counts={zone.lastHour} highest={highest} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Formats when a zone will be finished, or why that is unknown (P4). */
function formatThrough({ recorded, missing, throughAt }: ZoneTally): string {
  if (recorded + missing === 0) return m.overview_nobody_expected();
  if (missing === 0) return m.overview_through();
  const isToday = throughAt !== null && new Date(throughAt).toDateString() === new Date().toDateString();
  if (!isToday) return m.overview_missing({ count: missing });
  return m.overview_through_at({ time: formatTime(throughAt, 'minute') });
}
