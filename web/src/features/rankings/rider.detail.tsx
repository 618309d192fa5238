import type { Neighbour, RiderRanking } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { riderRanking } from '../../queries/ranking.queries.ts';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChrono } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { formatWhyAhead, formatWhyBehind } from './why.words.ts';
import './rider.detail.css';
import { riderName } from '../../riders/rider.name.ts';

interface Props {
  competitionId: number;
  dossard: number;
  live: boolean;
}

/** A rider's runs per zone, and in words why this place is theirs. */
export default function RiderDetail({ competitionId, dossard, live }: Props) {
  const { data, error, refetch } = useQuery(riderRanking(competitionId, dossard, live));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <div className="ranking-detail-wait skeleton" aria-busy="true" />;
  return (
    <div className="rider-detail">
      <Why above={data.above} below={data.below} entry={data.entry} />
      {data.zones.length > 0 && (
        <ul className="rider-zones">
          {data.zones.map((zone) => (
            <li key={zone.zone_id}>
              <h3>{zone.zone_name || m.zone_number({ id: zone.zone_id })}</h3>
              {zone.runs.map((run) => (
                <div key={run.run_number} className="rider-run numbers" data-counted={run.counted}>
                  <RunChips doors={run} />
                  <p>
                    <strong>{m.points_count({ count: run.points })}</strong> ·{' '}
                    {m.penalties_count({ count: run.penality })} · {formatChrono(run.chrono_sec)}
                    {!run.graded && <span className="rider-run-note"> · {m.run_without_graduation()}</span>}
                    {!run.counted && <span className="rider-run-note"> · {m.run_not_counted()}</span>}
                  </p>
                </div>
              ))}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Why a rider stands here: against the one above, and against the one below. */
function Why({ above, below, entry }: Pick<RiderRanking, 'above' | 'below' | 'entry'>) {
  if (entry.rank === null) return <p>{m.why_not_started()}</p>;
  return (
    <ul className="rider-why">
      {above && <li>{formatWhyBehind(above, nameOf(above))}</li>}
      {below && <li>{formatWhyAhead(below, nameOf(below))}</li>}
      {!above && !below && <li>{m.why_alone()}</li>}
    </ul>
  );
}

/** A neighbour by name, or by bib where names are not shown. */
function nameOf(neighbour: Neighbour): string {
  return riderName(neighbour) || m.rider_by_bib(neighbour);
}
