import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { type Participant, participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/alert.tsx';
import { Bib } from '../../ui/bib.tsx';
import { typedNumber, useCheckedForm } from '../../ui/checked.form.ts';
import { FailureAlert } from '../../ui/failure.alert.tsx';
import { genderWord } from '../../ui/gender.words.ts';
import { TextField } from '../../ui/text.field.tsx';
import { ParticipantFields, readRider } from './participant.fields.tsx';
import { participantsChanged } from './participant.queries.ts';

/** Adds participants one by one; after each, the fields are empty for the next. */
export function NewParticipantForm({ competitionId }: { competitionId: number }) {
  const [added, setAdded] = useState<readonly Participant[]>([]);
  return (
    <>
      <Fields
        key={added.length}
        competitionId={competitionId}
        again={added.length > 0}
        onAdded={(participant) => setAdded([participant, ...added])}
      />
      {added.length > 0 && (
        <ul className="participants-added" aria-live="polite">
          {added.map((rider) => (
            <li key={rider.dossard_number}>
              <Bib dossard={rider.dossard_number} />
              <span>
                {m.participant_added({
                  name: `${rider.first_name} ${rider.last_name}`,
                  group: `${rider.category} ${genderWord(rider.gender)}`,
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

interface FieldsProps {
  competitionId: number;
  /** Whether somebody was just added: the next dossard is typed at once. */
  again: boolean;
  onAdded: (participant: Participant) => void;
}

function Fields({ competitionId, again, onAdded }: FieldsProps) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: participantInputSchema,
    values: (fields) => ({
      ...readRider(fields),
      competition_id: competitionId,
      dossard_number: typedNumber(fields.get('dossard_number')),
    }),
    send: (body) => callApi(createParticipant, { body }),
    onDone: (participant) => {
      void participantsChanged(queryClient, competitionId);
      onAdded(participant);
    },
  });
  const taken = sending.error instanceof Failure && sending.error.code === 'dossard_taken';
  return (
    <form {...formProps} className="card panel participant-form">
      <h2>{m.add_participant()}</h2>
      <TextField
        name="dossard_number"
        label={m.dossard()}
        problem={problems.dossard_number}
        inputMode="numeric"
        autoComplete="off"
        autoFocus={again}
      />
      <ParticipantFields problems={problems} />
      {Object.keys(problems).length > 0 && !sending.error && <Alert kind="problem" title={m.fill_required()} />}
      {sending.error && !taken && <FailureAlert error={sending.error} />}
      <div>
        <button type="submit" className="button button-go" disabled={sending.isPending}>
          {sending.isPending ? m.saving() : m.add_participant()}
        </button>
      </div>
    </form>
  );
}
