import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { type OpenTie, type TieDecision, tieInputSchema } from '@dossard/contract/ties/tie.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateTies } from '../../queries/tie.queries.ts';
import { riderName } from '../../riders/rider.tsx';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';
import { toast } from '../../ui/parts/toast.ts';

interface Props {
  competitionId: number;
  tie: OpenTie;
  /** An earlier decision about some of these riders, which the new one replaces. */
  earlier: TieDecision | undefined;
  onClose: () => void;
}

/** Sorts riders who are still tied after all criteria by the jury's decision, with its reason (R15). */
export function TieDialog(props: Props) {
  return (
    <FormDialog title={m.tie_decide()} onClose={props.onClose}>
      {(close) => <TieForm {...props} onCancel={close} />}
    </FormDialog>
  );
}

function TieForm({ competitionId, tie, earlier, onClose, onCancel }: Props & { onCancel: () => void }) {
  const queryClient = useQueryClient();
  const [riders, setRiders] = useState<readonly OpenTie['riders'][number][]>(tie.riders);
  const { category, gender } = tie;
  const seen = { dossards: earlier?.dossards ?? [], reason: earlier?.reason ?? '' };
  const { formProps, problems, sending } = useCheckedForm({
    schema: tieInputSchema,
    values: (fields) => ({
      ...{ category, gender, seen, reason: fields.get('reason') ?? '' },
      dossards: riders.map(({ dossard }) => dossard),
    }),
    emptyWords: { reason: m.tie_reason_missing() },
    send: (body) =>
      callApi(decideTie, { params: { id: competitionId }, body }).catch((error) => {
        // Somebody else may have decided first: their order is shown, and replaced only if this one is sent again.
        void invalidateTies(queryClient, competitionId);
        throw error;
      }),
    onDone: async () => {
      await invalidateTies(queryClient, competitionId);
      toast('tie', m.tie_now_decided());
      onClose();
    },
  });
  return (
    <form {...formProps} className="dialog-body">
      <p>{m.tie_decide_why()}</p>
      {earlier && (
        <p>
          {m.tie_decided({ order: earlier.dossards.join(', ') })} <span className="soft">{earlier.reason}</span>
        </p>
      )}
      <OrderedList
        items={riders}
        keyOf={({ dossard }) => dossard}
        nameOf={({ dossard }) => m.rider_by_bib({ dossard })}
        onOrder={setRiders}
      >
        {(rider) => (
          <span>
            <strong className="numbers">{rider.dossard}</strong> {riderName(rider)}
          </span>
        )}
      </OrderedList>
      <TextField
        name="reason"
        label={m.tie_reason()}
        hint={m.tie_reason_hint()}
        problem={problems.reason}
        maxLength={300}
        autoComplete="off"
      />
      {sending.error && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onCancel} />
    </form>
  );
}
