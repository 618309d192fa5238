import type { Neighbour, RiderRanking } from '@dossard/contract/rankings/ranking.schema.ts';
import { clockOf } from '@dossard/contract/starts/start.times.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { riderRanking } from '../../queries/ranking.queries.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatStanding } from '../../riders/status.words.ts';
import { zoneNameOf } from '../../riders/zone.words.ts';
import { formatChrono, formatChronoExact } from '../../text/formats.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import riderDetailStyles from './rider.detail.module.css';

interface Props {
  competitionId: number;
  dossard: number;
  live: boolean;
  /** Shown while the detail loads. */
  waiting: ReactNode;
  /** Links to the rider's public page. */
  linked?: boolean;
}

/** A rider's runs per zone, and an explanation of their rank. */
export default function RiderDetail({ competitionId, dossard, live, waiting, linked = false }: Props) {
  const read = useQuery(riderRanking(competitionId, dossard, live));
  const { data } = read;
  if (!data) return <Reading of={read} waiting={waiting} />;
  return (
    <div className={riderDetailStyles.riderDetail}>
      <Why above={data.above} below={data.below} entry={data.entry} />
      {data.zones.length > 0 && (
        <ul className={`plain ${riderDetailStyles.riderZones}`}>
          {data.zones.map((zone) => (
            <li key={zone.zone_id}>
              <h3>{zoneNameOf(zone)}</h3>
              {zone.runs.map((run) => (
                <div
                  key={run.run_number}
                  className={`${riderDetailStyles.riderRun} numbers`}
                  data-counted={run.counted}
                >
                  <RunChips doors={run} />
                  <p>
                    <strong>{m.points_count({ count: run.points })}</strong> ·{' '}
                    {m.penalties_count({ count: run.penality })} · {formatChrono(run.chrono_sec)}
                    {!run.graded && (
                      <span className={riderDetailStyles.riderRunNote}> · {m.run_without_graduation()}</span>
                    )}
                    {!run.counted && <span className={riderDetailStyles.riderRunNote}> · {m.run_not_counted()}</span>}
                  </p>
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
      {linked && <a href={`/public/competitions/${competitionId}/riders/${dossard}`}>{m.rider_page()}</a>}
    </div>
  );
}

/** Explains a rider's rank against the neighbours above and below. */
function Why({ above, below, entry }: Pick<RiderRanking, 'above' | 'below' | 'entry'>) {
  if (entry.rank === null)
    return (
      <p>
        {entry.start_time && m.starts_at_card({ time: clockOf(entry.start_time) })}{' '}
        {m.why_unranked({ standing: formatStanding(entry) })}
      </p>
    );
  return (
    <ul className={`plain ${riderDetailStyles.riderWhy}`}>
      {above && <li>{m.why_behind(compare(above))}</li>}
      {below && <li>{m.why_ahead(compare(below))}</li>}
      {!above && !below && <li>{m.why_alone()}</li>}
    </ul>
  );
}

/** Returns what a sentence says of a neighbour, who is named by the bib where names are hidden. */
function compare(neighbour: Neighbour) {
  const { criterion, own, other, reason } = neighbour;
  const name = fullName(neighbour) || m.rider_by_bib(neighbour);
  const format = (values: readonly number[]) => {
    if (criterion === 'chrono_sec') return formatChronoExact(values[0] ?? 0);
    if (values.length > 0) return values.join('\u00a0+\u00a0');
    if (criterion !== 'previous_round') return '0';
    // One of the two has a rank there, else it would not separate them.
    return own.length + other.length === 0 ? m.rank_held() : m.rank_none();
  };
  return { criterion, name, own: format(own), other: format(other), reason: reason || m.reason_erased() };
}
