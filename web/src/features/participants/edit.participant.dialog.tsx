import { updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { type Participant, participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateParticipants } from '../../queries/participant.queries.ts';
import { Bib } from '../../riders/rider.tsx';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { ParticipantFields, readRider } from './participant.fields.tsx';
import styles from './participants.module.css';

interface Props {
  rider: Participant;
  onClose: () => void;
}

/** Edits a rider, except the bib (V6). */
export function EditParticipantDialog(props: Props) {
  return (
    <FormDialog title={m.edit_participant()} onClose={props.onClose}>
      {() => <RiderForm {...props} />}
    </FormDialog>
  );
}

function RiderForm({ rider, onClose }: Props) {
  const queryClient = useQueryClient();
  const [moves, setMoves] = useState(false);
  const edit = useMergedEdit(pickFacts(rider));
  const { formProps, problems, sending } = useCheckedForm({
    schema: participantInputSchema,
    values: (fields) => ({
      ...readRider(fields),
      competition_id: rider.competition_id,
      dossard_number: rider.dossard_number,
    }),
    send: (body) =>
      edit.attempt(pickFacts(body), () => callApi(updateParticipant, { body: { ...body, seen: edit.seen } })),
    onDone: async () => {
      await invalidateParticipants(queryClient, rider.competition_id);
      onClose();
    },
  });

  /** Warns before saving if another category or gender moves the rider's runs to another ranking. */
  function lookForMove(event: FormEvent<HTMLFormElement>) {
    const { data } = participantInputSchema.safeParse({
      ...rider,
      ...filledOnly(readRider(new FormData(event.currentTarget))),
    });
    setMoves(data !== undefined && groupKey(data) !== groupKey(rider));
  }

  return (
    <form {...formProps} onChange={lookForMove} className="dialog-body">
      <div className={styles.who}>
        <Bib dossard={rider.dossard_number} size="large" />
        <span className="soft">{m.dossard_stays()}</span>
      </div>
      <ParticipantFields
        key={edit.conflicts}
        competitionId={rider.competition_id}
        problems={problems}
        initial={edit.initial}
      />
      {moves && rider.run_count > 0 && <Alert kind="warning" title={m.runs_move({ count: rider.run_count })} />}
      <ConflictNote before={edit.before} now={edit.seen} />
      {sending.error && edit.before === null && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onClose} />
    </form>
  );
}

/** Drops empty values. */
const filledOnly = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)));
