import { deleteCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { useUndoToast } from '../../changes/undo.toast.tsx';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { participantsOf } from '../../queries/participant.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import styles from './edit.competition.module.css';

interface Props {
  competition: Competition;
  opened: boolean;
  onClose: () => void;
}

/** Deletes a competition, after showing what disappears and for how long it can be restored. */
export function DeleteCompetitionDialog({ competition, opened, onClose }: Props) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const offerUndo = useUndoToast(competition.id);
  const done = async () => {
    const message = m.competition_deleted({ name: competition.name });
    offerUndo({ kind: 'competition', key: String(competition.id), message });
    // Unsaved input in its settings is dropped with it.
    await navigate({ to: '/competitions', ignoreBlocker: true });
    queryClient.removeQueries({ queryKey: competitionById(competition.id).queryKey });
    await queryClient.invalidateQueries({ queryKey: ['competitions'] });
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={m.delete_competition_sure({ name: competition.name })}
      understood={{ label: m.delete_competition_understood(), missing: m.tick_to_confirm() }}
      action={m.delete()}
      danger
      act={() => callApi(deleteCompetition, { params: { id: competition.id } })}
      onDone={() => void done()}
    >
      <WhatDisappears competition={competition} />
      <p>{m.delete_competition_restorable()}</p>
    </ConfirmDialog>
  );
}

function WhatDisappears({ competition }: { competition: Competition }) {
  const zones = useQuery(zonesOf(competition.id)).data?.zones;
  const riders = useQuery(participantsOf(competition.id)).data?.participants;
  const runs = riders?.reduce((sum, { run_count }) => sum + run_count, 0);
  return (
    <div>
      <p>{m.delete_competition_loses()}</p>
      <ul className={styles.deleteLoses}>
        <li>{zones ? m.zones_number({ count: zones.length }) : m.zones()}</li>
        <li>{riders ? m.participants_count({ count: riders.length }) : m.participants()}</li>
        <li>{runs === undefined ? m.runs() : m.runs_number({ count: runs })}</li>
        {competition.is_public && <li>{m.delete_competition_public()}</li>}
      </ul>
    </div>
  );
}

/** Deletes a competition, in a card separate from the other settings. */
export function DangerCard({ competition }: { competition: Competition }) {
  const [asking, setAsking] = useState(false);
  return (
    <section className={`card panel ${styles.dangerCard}`} aria-labelledby="danger-title">
      <h2 id="danger-title">{m.danger_zone()}</h2>
      <p className="soft">{m.delete_competition_why()}</p>
      <div>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {m.delete_competition()}
        </button>
      </div>
      <DeleteCompetitionDialog competition={competition} opened={asking} onClose={() => setAsking(false)} />
    </section>
  );
}
