import { isSameGroup } from '@dossard/contract/categories/group.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { deleteUnresolvedRun, resolveUnresolvedRun } from '@dossard/contract/runs/run.endpoints.ts';
import { resolutionSchema, type UnresolvedRun } from '@dossard/contract/runs/unresolved.run.schema.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TypedRider } from '../../desk/typed.rider.tsx';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { riderByBib } from '../../queries/run.queries.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { parseNumber } from '../../text/typed.values.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { DiscardButton, WaitingRun } from './waiting.run.tsx';

const AddParticipantDialog = laterPart(() => import('../participants/add.participant.tsx'), 'AddParticipantDialog');

interface Props {
  run: UnresolvedRun;
  /** True if the reader may add riders. */
  mayAdd: boolean;
}

/** One run of an unknown bib, with the choices: assign it to a rider, add the rider, or discard it. */
export function UnresolvedRow({ run, mayAdd }: Props) {
  const { groupWord } = useGenderWords();
  const [typed, setTyped] = useState<number>();
  /** A rider of another group than the judge saw, to be confirmed. */
  const [doubted, setDoubted] = useState<Participant>();
  const queryClient = useQueryClient();
  const judgedAs = ` – ${m.unresolved_judged_as({ group: groupWord(run) })}`;
  const params = { id: run.competition_id, submission: run.submission_id };
  const resolve = (dossard: number) =>
    perform(resolveUnresolvedRun, { params, body: { dossard }, said: m.unresolved_resolved({ dossard }) });
  const { formProps, sending, failure } = useCheckedForm({
    schema: resolutionSchema,
    values: (fields) => ({ dossard: parseNumber(fields.get('dossard')) }),
    send: async ({ dossard }) => {
      const rider = await queryClient.fetchQuery(riderByBib(run.competition_id, dossard)).catch(() => undefined);
      if (rider && !isSameGroup(rider, run)) setDoubted(rider);
      else await resolve(dossard);
    },
    fieldOf: { participant_not_found: 'dossard', no_matching_graduation: 'dossard' },
  });
  const resolving = useMutation({ mutationFn: resolve });
  return (
    <WaitingRun run={run} title={m.unresolved_bib({ dossard: run.dossard })}>
      <Form {...formProps} className="row">
        <TextField
          name="dossard"
          label={m.unresolved_dossard()}
          inputMode="numeric"
          autoComplete="off"
          onValue={(value) => setTyped(parseNumber(value))}
        />
        <div className="desk-actions">
          <Button action={m.unresolved_resolve()} type="submit" look="go" disabled={sending.isPending} />
          {mayAdd && (
            <OpenButton action={m.unresolved_add_rider()}>
              {(onClose) => (
                <AddParticipantDialog
                  competitionId={run.competition_id}
                  initial={{ dossard_number: run.dossard, category: run.category, gender: run.gender }}
                  onAdded={({ dossard_number }) => {
                    onClose();
                    resolving.mutate(dossard_number);
                  }}
                  onClose={onClose}
                />
              )}
            </OpenButton>
          )}
          <DiscardButton
            run={run}
            act={() => perform(deleteUnresolvedRun, { params, said: m.unresolved_discarded() })}
          />
        </div>
      </Form>
      <TypedRider
        competitionId={run.competition_id}
        dossard={typed}
        more={(rider) => !isSameGroup(rider, run) && judgedAs}
      />
      {doubted && (
        <ConfirmDialog
          onClose={() => setDoubted(undefined)}
          title={m.unresolved_other_sure({ dossard: doubted.dossard_number })}
          action={m.unresolved_resolve()}
          act={() => resolve(doubted.dossard_number)}
        >
          <p>
            <strong translate="no">{fullName(doubted)}</strong> · {groupWord(doubted)}
            {judgedAs}
          </p>
        </ConfirmDialog>
      )}
      {(failure ?? resolving.error) && <FailureAlert error={failure ?? resolving.error} />}
    </WaitingRun>
  );
}
