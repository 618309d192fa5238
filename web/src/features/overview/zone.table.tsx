import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { fullName } from '../../riders/rider.words.tsx';
import { formatTime } from '../../text/formats.ts';
import type { ZoneTally } from './overview.facts.ts';
import styles from './overview.module.css';
import { TallyOf } from './tally.bar.tsx';
import type { Unridden } from './unplanned.runs.ts';

interface Props {
  zones: readonly ZoneTally[];
  closed: readonly Unridden[];
  /** Undefined for readers who may not see phones. */
  phones: readonly Phone[] | undefined;
}

/** Each zone with its referee, its runs, its pace in the last hour, and when it will be finished. */
export function ZoneTable({ zones, closed, phones }: Props) {
  const highest = Math.max(0, ...zones.flatMap(({ lastHour }) => lastHour));
  return (
    <section aria-labelledby="overview-zones">
      <h2 id="overview-zones">{m.zones()}</h2>
      <ul className={`card lines ${styles.zones} numbers`}>
        {zones.map((zone) => (
          <li key={zone.id} data-slow={zone.quiet || zone.late || undefined}>
            <div className={styles.zone}>
              <h3>{zone.name}</h3>
              {phones && <Referee phone={phones.find(({ zone_id }) => zone_id === zone.id)} />}
            </div>
            <TallyOf tally={zone} />
            <Pace counts={zone.lastHour} highest={highest} />
            <span className={`soft ${styles.last}`}>
              {zone.lastRunAt && (
                <>
                  <span className="visually-hidden">{m.overview_last_run()} </span>
                  <span translate="no">{formatTime(Date.parse(zone.lastRunAt), 'minute')}</span>
                </>
              )}
            </span>
            <strong>
              {formatThrough(
                zone,
                closed.find(({ id }) => id === zone.id),
              )}
            </strong>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The referee whose phone has the zone open. */
function Referee({ phone }: { phone: Phone | undefined }) {
  if (!phone) return <small className="warning small">{m.overview_no_phone()}</small>;
  return <small className="soft small">{fullName(phone)}</small>;
}

interface PaceProps {
  /** Runs in steps of five minutes, oldest first. */
  counts: readonly number[];
  /** The count that fills the full height: the same for all zones, so that they can be compared. */
  highest: number;
}

/** A column for each five minutes of a zone's last hour: a queue shows as shrinking columns. */
function Pace({ counts, highest }: PaceProps) {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const heights = counts.map((count) => (highest === 0 ? 0 : (count / highest) * 22));
  return (
    <figure className={`row ${styles.pace}`}>
      <svg viewBox="0 0 84 24" width={84} height={24} aria-hidden="true">
        {total > 0 && (
          <path d={`M0 23.5H84${heights.map((high, step) => `M${step * 7 + 3.5} 23V${23 - high}`).join('')}`} />
        )}
      </svg>
      <figcaption className="soft small">{total > 0 && m.overview_last_hour({ count: total })}</figcaption>
    </figure>
  );
}

/** Formats when a zone will be finished, or why that is unknown (P4). */
function formatThrough({ recorded, missing, throughAt }: ZoneTally, closed: Unridden | undefined): string {
  if (closed) return m.overview_closed_unridden({ count: closed.unridden });
  if (recorded + missing === 0) return m.overview_nobody_expected();
  if (missing === 0) return m.overview_through();
  const isToday = throughAt !== null && new Date(throughAt).toDateString() === new Date().toDateString();
  return isToday ? m.overview_through_at({ time: formatTime(throughAt, 'minute') }) : '';
}
