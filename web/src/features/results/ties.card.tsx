import { withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import type { OpenTie, TieDecision, Ties } from '@dossard/contract/ties/tie.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';

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
          {onDecide && (
            <Button of={listBibs(tie)} onClick={() => onDecide(tie)}>
              {m.tie_decide()}
            </Button>
          )}
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
