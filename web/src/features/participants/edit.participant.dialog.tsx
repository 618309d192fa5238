import { groupKey } from '@dossard/contract/categories/group.ts';
import { updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { type Participant, participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import { type FormEvent, useState } from 'react';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ParticipantFields, readRider } from './participant.fields.tsx';

/** Edits a rider, except the bib (V6). */
export function EditParticipantDialog({ rider, onClose }: { rider: Participant; onClose: () => void }) {
  const [moves, setMoves] = useState(false);
  const edit = useMergedEdit(pickFacts(rider));
  const { formProps } = useCheckedForm({
    schema: participantInputSchema,
    values: (fields) => ({
      ...readRider(fields),
      competition_id: rider.competition_id,
      dossard_number: rider.dossard_number,
    }),
    send: (body) =>
      edit.attempt(pickFacts(body), () => perform(updateParticipant, { body: { ...body, seen: edit.seen } })),
    onDone: onClose,
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
    <FormDialog
      title={m.edit_participant()}
      of={{ ...formProps, onChange: lookForMove, initial: edit.initial }}
      onClose={onClose}
      // The note says what a conflict is about.
      {...(edit.before && { failure: null })}
    >
      <RiderLine rider={rider} dossard={rider.dossard_number} size="large" facts={m.dossard_stays()} />
      <ParticipantFields
        key={edit.conflicts}
        competitionId={rider.competition_id}
        initial={edit.initial}
        action={m.save()}
      />
      {moves && rider.run_count > 0 && <Alert kind="warning" title={m.runs_move({ count: rider.run_count })} />}
      <ConflictNote before={edit.before} now={edit.seen} />
    </FormDialog>
  );
}

/** Drops empty values. */
const filledOnly = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => Boolean(value)));
