import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { lapsOf } from '@dossard/contract/competitions/laps.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { progressOf } from '../../queries/participant.queries.ts';
import { createSubmissionId } from '../../referee/flow/referee.flow.ts';
import { newKeptRun, runsInZone } from '../../referee/outbox/kept.run.ts';
import { keepRun, useOutbox } from '../../referee/outbox/outbox.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { readerHere } from '../../session/session.store.ts';
import { formatChronoExact } from '../../text/formats.ts';
import { PaperForm } from './paper.form.tsx';
import type { TypedLine } from './typed.line.ts';

interface Props {
  competition: Competition;
  zone: Zone;
  riders: readonly Participant[];
}

/** Types the runs of a sheet into the outbox, which delivers them (P3). */
export function RecordLines({ competition, zone, riders }: Props) {
  const competitionId = competition.id;
  const warn = useRunsHere(competition, zone.id);
  const { data: account } = useQuery(profile());
  async function record({ rider, run, points }: TypedLine): Promise<string> {
    const now = Date.now();
    const user = readerHere();
    const { dossard_number: dossard, first_name, last_name, category, gender } = rider;
    const submission = {
      submission_id: createSubmissionId(now),
      competition_id: competitionId,
      zone_id: zone.id,
      dossard,
      ...run,
    };
    const by = {
      user,
      referee_name: account ? fullName(account) : user,
      rider: { first_name, last_name, category, gender },
      on_paper: true,
      zone_name: zone.name,
    };
    await keepRun(newKeptRun(submission, by, now));
    return m.paper_kept({ dossard, points, time: formatChronoExact(run.chrono_sec) });
  }
  return <PaperForm zone={zone} riders={riders} action={m.paper_add()} warn={warn} onLine={record} />;
}

/**
 * Returns a function that warns how many runs a rider already has in the zone, in this outbox or on the server, because
 * two people may type the same sheet. A run beyond the planned ones gets a warning and is never refused (P2).
 */
function useRunsHere(competition: Competition, zoneId: number): (rider: Participant) => string | undefined {
  const { data: progress } = useQuery(progressOf(competition.id));
  const { runs = [] } = useOutbox();
  return (rider) => {
    const dossard = rider.dossard_number;
    const known = progress?.riders.find((one) => one.dossard === dossard)?.runs_by_zone[String(zoneId)] ?? 0;
    const typed = runsInZone(runs, { competition_id: competition.id, zone_id: zoneId }).filter(
      ({ on_paper, submission }) => on_paper && submission.dossard === dossard,
    ).length;
    const count = Math.max(known, typed);
    const laps = lapsOf(competition, rider);
    if (laps !== null && count >= laps) return m.beyond_laps({ number: count + 1, laps });
    return count > 0 ? m.rider_has_runs_here({ count }) : undefined;
  };
}
