import { clockOf } from '@dossard/contract/starts/start.times.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { nextRiders } from '../flow/next.bibs.ts';
import { rosterOf } from '../offline/field.ts';
import { isUnsent, runsInZone } from '../outbox/kept.run.ts';
import { useOutbox } from '../outbox/outbox.ts';
import styles from './steps.module.css';

/** Number of riders shown. */
const shown = 3;

interface Props {
  competitionId: number;
  zoneId: number;
  graduations: readonly Graduation[];
  onChoose: (dossard: number) => void;
}

/** The bibs expected next, to tap instead of typing (F7); nothing without a start order. */
export function NextBibs({ competitionId, zoneId, graduations, onChoose }: Props) {
  const { data, dataUpdatedAt } = useQuery(rosterOf(competitionId));
  const { data: competition } = useQuery(competitionById(competitionId));
  const { runs = [] } = useOutbox();
  if (!data) return null;
  const justRecorded = new Map<number, number>();
  for (const run of runsInZone(runs, { competition_id: competitionId, zone_id: zoneId })) {
    const { dossard } = run.submission;
    const isCounted = !isUnsent(run) && (run.ended_at ?? 0) < dataUpdatedAt;
    if (!isCounted) justRecorded.set(dossard, (justRecorded.get(dossard) ?? 0) + 1);
  }
  const next = nextRiders(data.participants, { zoneId, graduations, laps: competition ?? {}, justRecorded });
  if (next.length === 0) return null;
  return (
    <div className={styles.nextBibs}>
      <p id="next-bibs" className="soft">
        {m.next_bibs()}
      </p>
      <ul className="plain" aria-labelledby="next-bibs">
        {next.slice(0, shown).map((rider) => (
          <li key={rider.dossard_number}>
            <button type="button" className="button" onClick={() => onChoose(rider.dossard_number)}>
              <span className="bib">
                <span>{rider.dossard_number}</span>
              </span>
              <span className={`one-line small ${styles.nextName}`}>{fullName(rider)}</span>
              {rider.start_time && <span className="soft numbers">{clockOf(rider.start_time)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
