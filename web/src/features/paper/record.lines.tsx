import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { inventSubmissionId } from '../../referee/flow/referee.flow.ts';
import { newEntry } from '../../referee/outbox/entry.ts';
import { keepRun } from '../../referee/outbox/outbox.ts';
import { readerHere } from '../../session/session.store.ts';
import { formatChronoExact } from '../../text/formats.ts';
import { PaperForm } from './paper.form.tsx';
import type { TypedLine } from './typed.line.ts';

interface Props {
  competitionId: number;
  zone: Zone;
  riders: readonly Participant[];
}

/** Types the runs of a sheet into the outbox, which delivers them (P3). */
export function RecordLines({ competitionId, zone, riders }: Props) {
  const { data: account } = useQuery(profile());
  async function record({ rider, run, points }: TypedLine): Promise<string> {
    const now = Date.now();
    const user = readerHere();
    const { dossard_number: dossard, first_name, last_name, category, gender } = rider;
    const submission = {
      submission_id: inventSubmissionId(now),
      competition_id: competitionId,
      zone_id: zone.id,
      dossard,
      ...run,
    };
    const by = {
      user,
      referee_name: account ? `${account.first_name} ${account.last_name}` : user,
      rider: { first_name, last_name, category, gender },
      on_paper: true,
      zone_name: zone.name,
    };
    await keepRun(newEntry(submission, by, now));
    return m.paper_kept({ dossard, points, time: formatChronoExact(run.chrono_sec) });
  }
  return <PaperForm zone={zone} riders={riders} action={m.paper_add()} onLine={record} />;
}
