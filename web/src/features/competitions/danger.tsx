import { deleteCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { listRelations } from '@dossard/contract/relations/relation.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { participantsOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';

/** Deletes a competition, after showing what disappears and for how long it can be restored. */
export function Danger({ competition }: { competition: Competition }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const offerUndo = useUndoToast(competition.id);
  const leave = async () => {
    const message = m.competition_deleted({ name: competition.name });
    offerUndo({ kind: 'competition', key: String(competition.id), message });
    // Unsaved input in its settings is dropped with it.
    await navigate({ to: '/competitions', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: competitionById(competition.id).queryKey });
  };
  return (
    <div className="stack">
      <p className="soft">{m.delete_competition_why()}</p>
      <ConfirmButton
        look="danger"
        label={m.delete_competition()}
        title={m.delete_competition_sure({ name: competition.name })}
        understood={{ label: m.delete_competition_understood(), missing: m.tick_to_confirm() }}
        action={m.delete()}
        danger
        act={() => perform(deleteCompetition, { params: { id: competition.id }, first: leave })}
      >
        <WhatDisappears competition={competition} />
        <p>{m.delete_competition_restorable()}</p>
      </ConfirmButton>
    </div>
  );
}

function WhatDisappears({ competition }: { competition: Competition }) {
  const zones = useQuery(zonesOf(competition.id)).data?.zones;
  const riders = useQuery(participantsOf(competition.id)).data?.participants;
  const runs = riders?.reduce((sum, { run_count }) => sum + run_count, 0);
  const related = useQuery(read(listRelations, { params: { id: competition.id } })).data?.relations ?? [];
  return (
    <div>
      <p>{m.delete_competition_loses()}</p>
      <ul className="bullets">
        <li>{zones ? m.zones_number({ count: zones.length }) : m.zones()}</li>
        <li>{riders ? m.participants_count({ count: riders.length }) : m.participants()}</li>
        <li>{runs === undefined ? m.runs() : m.runs_number({ count: runs })}</li>
        {competition.is_public && <li>{m.delete_competition_public()}</li>}
        {related.map(
          ({ kind, id, name }) =>
            kind === 'series' && <li key={id}>{m.delete_competition_series({ name: name || m.relation_series() })}</li>,
        )}
      </ul>
    </div>
  );
}
