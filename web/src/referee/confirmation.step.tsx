import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/alert.tsx';
import { sayTime } from '../ui/formats.ts';
import { genderWord } from '../ui/gender.words.ts';
import { useSettled } from '../ui/settled.ts';
import type { Flow, Move } from './referee.flow.ts';
import { RiderHead } from './rider.head.tsx';

interface Props {
  flow: Flow;
  zoneId: number;
  zoneName: string;
  /** Absent until the zone is known. */
  graduations: readonly Graduation[] | undefined;
  move: (move: Move) => void;
}

/** Second step: is this the rider, and may they ride this zone. */
export function ConfirmationStep({ flow, zoneId, zoneName, graduations, move }: Props) {
  const settled = useSettled(flow.step);
  const { rider } = flow;
  if (!rider) return null;
  const valid = graduations !== undefined && graduationFor(graduations, rider) !== undefined;
  const earlier = rider.previous_runs.filter((run) => run.zone_id === zoneId);
  const last = earlier.at(-1);
  return (
    <>
      <div className="referee-low">
        <h2 className="referee-question">{m.confirm_rider()}</h2>
        <RiderHead rider={rider} zoneName={zoneName} />
        {graduations && !valid && (
          <Alert
            kind="problem"
            title={m.rider_without_graduation({ category: rider.category, gender: genderWord(rider.gender) })}
          />
        )}
        {valid && last && (
          <Alert
            kind="warning"
            title={m.rider_has_run_here({
              count: earlier.length,
              points: m.points_count({ count: last.points }),
              time: sayTime(new Date(last.recorded_at), 'minute'),
            })}
          />
        )}
      </div>
      <button
        type="button"
        className="button button-go referee-go"
        disabled={!valid || !settled}
        onClick={() => move({ type: 'rider-confirmed' })}
      >
        {m.confirm()}
      </button>
      <button type="button" className="button button-quiet referee-quiet" onClick={() => move({ type: 'back' })}>
        {m.other_dossard()}
      </button>
    </>
  );
}
