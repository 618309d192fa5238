import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { type OpenTie, type TieDecision, tieInputSchema } from '@dossard/contract/ties/tie.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { fullName } from '../../riders/rider.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';

interface Props {
  competitionId: number;
  tie: OpenTie;
  /** An earlier decision about some of these riders, which the new one replaces. */
  earlier: TieDecision | undefined;
  onClose: () => void;
}

/** Sorts riders who are still tied after all criteria by the jury's decision, with its reason (R15). */
export function TieDialog({ competitionId, tie, earlier, onClose }: Props) {
  const [riders, setRiders] = useState<readonly OpenTie['riders'][number][]>(tie.riders);
  const { category, gender } = tie;
  const seen = { dossards: earlier?.dossards ?? [], reason: earlier?.reason ?? '' };
  const { formProps } = useCheckedForm({
    schema: tieInputSchema,
    values: (fields) => ({
      ...{ category, gender, seen, reason: fields.get('reason') ?? '' },
      dossards: riders.map(({ dossard }) => dossard),
    }),
    emptyWords: { reason: m.tie_reason_missing() },
    // If somebody else decided first, their order is shown, and replaced only if this one is sent again.
    send: (body) => perform(decideTie, { params: { id: competitionId }, body }, { said: m.tie_now_decided() }),
    onDone: onClose,
  });
  return (
    <FormDialog title={m.tie_decide()} of={formProps} onClose={onClose}>
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
            <strong className="numbers">{rider.dossard}</strong> {fullName(rider)}
          </span>
        )}
      </OrderedList>
      <TextField name="reason" label={m.tie_reason()} hint={m.tie_reason_hint()} maxLength={300} autoComplete="off" />
    </FormDialog>
  );
}
