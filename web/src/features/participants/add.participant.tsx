import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { type Participant, participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateParticipants } from '../../queries/participant.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';
import { parseNumber } from '../../text/typed.values.ts';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { Alert } from '../../ui/parts/alert.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { ParticipantFields, readRider } from './participant.fields.tsx';
import styles from './participants.module.css';

interface Props {
  competitionId: number;
  /** Values to prefill for the first participant. */
  initial?: Pick<Participant, 'dossard_number' | 'category' | 'gender'>;
  onAdded: (participant: Participant) => void;
  onClose: () => void;
}

/** Adds participants one by one: after each, the dialog stays open with empty fields for the next. */
export function AddParticipantDialog({ competitionId, initial, onAdded, onClose }: Props) {
  const [added, setAdded] = useState<readonly Participant[]>([]);
  function add(participant: Participant) {
    setAdded([participant, ...added]);
    onAdded(participant);
  }
  return (
    <FormDialog title={m.add_participant()} onClose={onClose}>
      {(close) => (
        <div className="dialog-body">
          <AddedParticipants added={added.slice(0, 1)} />
          <Fields
            key={added.length}
            competitionId={competitionId}
            {...(initial && added.length === 0 && { initial })}
            onAdded={add}
            onClose={close}
          />
        </div>
      )}
    </FormDialog>
  );
}

function Fields({ competitionId, initial, onAdded, onClose }: Props) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: participantInputSchema,
    values: (fields) => ({
      ...readRider(fields),
      competition_id: competitionId,
      dossard_number: parseNumber(fields.get('dossard_number')),
    }),
    send: (body) => callApi(createParticipant, { body }),
    onDone: (participant) => {
      void invalidateParticipants(queryClient, competitionId);
      onAdded(participant);
    },
  });
  const taken = sending.error instanceof Failure && sending.error.code === 'dossard_taken';
  return (
    <form {...formProps} className="dialog-body">
      <TextField
        name="dossard_number"
        label={m.dossard()}
        problem={problems.dossard_number}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={initial?.dossard_number}
        autoFocus
        data-autofocus
      />
      <ParticipantFields competitionId={competitionId} problems={problems} initial={initial} />
      {Object.keys(problems).length > 0 && !sending.error && <Alert kind="problem" title={m.fill_required()} />}
      {sending.error && !taken && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onClose} cancel={m.done()} action={m.add()} />
    </form>
  );
}

/** Lists the riders that were just added, and announces each to screen readers. */
function AddedParticipants({ added }: { added: readonly Participant[] }) {
  const { groupWord } = useGenderWords();
  return (
    <ul className={styles.added} aria-live="polite">
      {added.map((rider) => (
        <li key={rider.dossard_number}>
          <Bib dossard={rider.dossard_number} />
          <span>{m.participant_added({ name: riderName(rider), group: groupWord(rider) })}</span>
        </li>
      ))}
    </ul>
  );
}

/**
 * The tab for single entry: its purpose, the button that opens the dialog, and the riders added since the tab was
 * opened.
 */
export function AddTab({ competitionId }: { competitionId: number }) {
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<readonly Participant[]>([]);
  return (
    <div className="card panel">
      <p>{m.add_participant_why()}</p>
      <div>
        <button type="button" className="button button-go" onClick={() => setAdding(true)}>
          <Icon name="plus" /> {m.add_participant()}
        </button>
      </div>
      <AddedParticipants added={added} />
      {adding && (
        <AddParticipantDialog
          competitionId={competitionId}
          onAdded={(participant) => setAdded((before) => [participant, ...before])}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  );
}
