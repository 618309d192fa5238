import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../paraglide/messages.js';
import { Alert } from '../ui/alert.tsx';
import { sayTime } from '../ui/formats.ts';
import { useGenderWords } from '../ui/gender.words.tsx';
import { useSettled } from '../ui/settled.ts';
import { useOutbox } from './outbox/outbox.ts';
import { type Flow, inventSubmissionId, type Move } from './referee.flow.ts';
import { RiderHead } from './rider.head.tsx';
import { type Rider, unsentRunsHere } from './rider.ts';

interface Props {
  flow: Flow;
  place: { competition_id: number; zone_id: number };
  zoneName: string;
  /** Absent until the zone is known. */
  graduations: readonly Graduation[] | undefined;
  move: (move: Move) => void;
}

/** Second step: is this the rider, and may they ride this zone. */
export function ConfirmationStep({ flow, place, zoneName, graduations, move }: Props) {
  const { genderWord } = useGenderWords();
  const settled = useSettled(flow.step);
  const { rider } = flow;
  if (!rider) return null;
  const graduation = graduations && graduationFor(graduations, rider);
  return (
    <>
      <div className="referee-low">
        <h2 className="referee-question">{m.confirm_rider()}</h2>
        <RiderHead rider={rider} zoneName={zoneName} />
        {graduations && !graduation && (
          <Alert
            kind="problem"
            title={m.rider_without_graduation({
              category: rider.category,
              gender: genderWord(rider.gender, rider.category),
            })}
          />
        )}
        {rider.unknown_bib && <Alert kind="note" title={m.unknown_bib_note()} />}
        {graduation && <RunsAlready rider={rider} place={place} />}
        {rider.list_of !== undefined && <p className="soft">{m.list_of({ time: sayTime(rider.list_of, 'minute') })}</p>}
      </div>
      <button
        type="button"
        className="button button-go referee-go"
        disabled={!graduation || !settled}
        onClick={() =>
          graduation && move({ type: 'rider-confirmed', submission_id: inventSubmissionId(Date.now()), graduation })
        }
      >
        {m.confirm()}
      </button>
      <button type="button" className="button button-quiet referee-quiet" onClick={() => move({ type: 'back' })}>
        {m.other_dossard()}
      </button>
    </>
  );
}

/** A second run this soon may be one that another phone has recorded already, in milliseconds (domain, plausibility). */
const soonMs = 120_000;

/** The runs that the rider already has in this zone, on the server and on this phone. */
function RunsAlready({ rider, place }: { rider: Rider; place: Props['place'] }) {
  const { entries = [] } = useOutbox();
  const { count, last } = rider.earlier;
  const unsent = unsentRunsHere(entries, { ...place, dossard: rider.dossard_number });
  const soon = last !== undefined && Math.abs(Date.now() - Date.parse(last.recorded_at)) < soonMs;
  return (
    <>
      {count > 0 && (
        <Alert
          kind="warning"
          title={
            last
              ? m.rider_has_run_here({
                  count,
                  points: m.points_count({ count: last.points }),
                  time: sayTime(new Date(last.recorded_at), 'minute'),
                })
              : m.rider_has_runs_here({ count })
          }
        />
      )}
      {unsent.length > 0 && <Alert kind="warning" title={m.rider_unsent_here({ count: unsent.length })} />}
      {soon && <Alert kind="warning" title={m.rider_just_rode()} />}
    </>
  );
}
