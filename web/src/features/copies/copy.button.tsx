import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { copyCompetition } from '@dossard/contract/copies/copy.endpoints.ts';
import type { CopyChoice } from '@dossard/contract/copies/copy.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useManagedCompetitions } from '../../desk/managed.competitions.ts';
import { m } from '../../paraglide/messages.js';
import { participantsOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { CopyFields } from './copy.fields.tsx';

/** Fills a competition without zones and riders from another one (M1); hidden if there is none to copy from. */
export function CopyButton({ competitionId: id }: { competitionId: number }) {
  const sources = useManagedCompetitions().filter((one) => one.id !== id);
  const zones = useQuery(zonesOf(id)).data?.zones;
  const riders = useQuery(participantsOf(id)).data?.participants;
  const isEmpty = zones?.length === 0 && riders?.length === 0;
  if (!isEmpty || sources.length === 0) return null;
  return (
    <OpenButton action={m.copy_start()} look="quiet">
      {(onClose) => <CopyDialog competitionId={id} sources={sources} onClose={onClose} />}
    </OpenButton>
  );
}

interface Props {
  competitionId: number;
  sources: readonly Competition[];
  onClose: () => void;
}

function CopyDialog({ competitionId, sources, onClose }: Props) {
  const [choice, setChoice] = useState<CopyChoice>();
  return (
    <ConfirmDialog
      onClose={onClose}
      title={m.copy_start()}
      action={m.copy_take()}
      hindered={!choice}
      act={async () =>
        choice && perform(copyCompetition, { params: { id: competitionId }, body: choice }, { said: m.copy_done() })
      }
    >
      <CopyFields sources={sources} choice={choice} onChoose={setChoice} />
    </ConfirmDialog>
  );
}
