import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { copyCompetition } from '@dossard/contract/copies/copy.endpoints.ts';
import type { CopyChoice } from '@dossard/contract/copies/copy.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { invalidateMembers } from '../../queries/member.queries.ts';
import { invalidateParticipants, participantsOf } from '../../queries/participant.queries.ts';
import { invalidateZones, zonesOf } from '../../queries/zone.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { toast } from '../../ui/parts/toast.ts';
import { CopyFields, useCopySources } from './copy.fields.tsx';

/** Fills a competition without zones and riders from another one (M1); hidden if there is none to copy from. */
export function CopyCard({ competition: { id } }: { competition: Competition }) {
  const sources = useCopySources(id);
  const zones = useQuery(zonesOf(id)).data?.zones;
  const riders = useQuery(participantsOf(id)).data?.participants;
  const [isOpen, setIsOpen] = useState(false);
  const isEmpty = zones?.length === 0 && riders?.length === 0;
  if (!isEmpty || sources.length === 0) return null;
  return (
    <section className="card panel" aria-labelledby="copy-title">
      <h2 id="copy-title">{m.copy_start()}</h2>
      <p className="soft">{m.copy_start_why()}</p>
      <div>
        <button type="button" className="button" onClick={() => setIsOpen(true)}>
          {m.copy_choose()}
        </button>
      </div>
      {isOpen && <CopyDialog competitionId={id} sources={sources} onClose={() => setIsOpen(false)} />}
    </section>
  );
}

interface Props {
  competitionId: number;
  sources: readonly Competition[];
  onClose: () => void;
}

function CopyDialog({ competitionId, sources, onClose }: Props) {
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState<CopyChoice>();
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={m.copy_start()}
      action={m.copy_take()}
      hindered={!choice}
      act={async () => {
        if (!choice) return;
        await callApi(copyCompetition, { params: { id: competitionId }, body: choice });
        await Promise.all([
          queryClient.invalidateQueries({ queryKey: competitionById(competitionId).queryKey }),
          invalidateZones(queryClient, competitionId),
          invalidateParticipants(queryClient, competitionId),
          invalidateMembers(queryClient, competitionId),
        ]);
      }}
      onDone={() => {
        toast('copy', m.copy_done());
        onClose();
      }}
    >
      <CopyFields sources={sources} choice={choice} onChoose={setChoice} />
    </ConfirmDialog>
  );
}
