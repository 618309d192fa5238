import { decideTie, withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { type OpenTie, type TieDecision, type Ties, tieInputSchema } from '@dossard/contract/ties/tie.schema.ts';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { OrderedList } from '../../ui/parts/ordered.list.tsx';

interface Props {
  competitionId: number;
  ties: Ties;
  /** Decides a tie; absent for readers who may not. */
  onDecide: ((tie: OpenTie) => void) | undefined;
}

/** The ties that the jury must decide or has decided (R15); nothing if no tie is left after all criteria. */
export function TiesCard({ competitionId, ties: { open, ties }, onDecide }: Props) {
  const { groupWord } = useGenderWords();
  if (open.length + ties.length === 0) return null;
  return (
    <Card title={m.tie_jury()} className="above">
      {open.map((tie) => (
        <Alert
          key={tie.riders[0]?.dossard}
          kind="warning"
          title={`${groupWord(tie)} · ${m.tie_open({ bibs: listBibs(tie) })}`}
        >
          {onDecide && <Button action={m.tie_decide()} of={listBibs(tie)} onClick={() => onDecide(tie)} />}
        </Alert>
      ))}
      {ties.map((tie) => (
        <Decided key={tie.dossards.join()} competitionId={competitionId} tie={tie} mayDecide={onDecide !== undefined} />
      ))}
    </Card>
  );
}

const listBibs = ({ riders }: OpenTie) => riders.map(({ dossard }) => dossard).join(', ');

/** A decision of the jury, with a button to revoke it. */
function Decided({ competitionId, tie, mayDecide }: { competitionId: number; tie: TieDecision; mayDecide: boolean }) {
  const { groupWord } = useGenderWords();
  const order = tie.dossards.join(', ');
  return (
    <div className="row apart">
      <p>
        {groupWord(tie)} · {m.tie_decided({ order })} <span className="soft">{tie.reason}</span>
      </p>
      {!tie.holds && <p className="warning">{m.tie_holds_no_more()}</p>}
      {mayDecide && (
        <ConfirmButton
          of={order}
          title={m.tie_withdraw_sure()}
          action={m.tie_withdraw()}
          act={() => perform(withdrawTie, { params: { id: competitionId, dossard: tie.dossards[0] ?? 0 } })}
          why={m.tie_withdraw_why({ order })}
        />
      )}
    </div>
  );
}

interface DialogProps {
  competitionId: number;
  tie: OpenTie;
  /** An earlier decision about some of these riders, which the new one replaces. */
  earlier: TieDecision | undefined;
  onClose: () => void;
}

/** Sorts riders who are still tied after all criteria by the jury's decision, with its reason (R15). */
export function TieDialog({ competitionId, tie, earlier, onClose }: DialogProps) {
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
    send: (body) => perform(decideTie, { params: { id: competitionId }, body, said: m.tie_now_decided() }),
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
