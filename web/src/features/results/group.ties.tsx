import type { Group } from '@dossard/contract/categories/category.schema.ts';
import { withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import type { OpenTie, TieDecision } from '@dossard/contract/ties/tie.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateTies, tiesOf } from '../../queries/tie.queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './results.module.css';
import { TieDialog } from './tie.dialog.tsx';

interface Props {
  competitionId: number;
  group: Group;
  /** True if the reader may record a decision of the jury. */
  mayDecide: boolean;
}

/** The ties of a group that the jury must decide or has decided (R15); nothing if no tie is left after all criteria. */
export function GroupTies({ competitionId, group, mayDecide }: Props) {
  const { data, error, refetch } = useQuery(tiesOf(competitionId));
  const [deciding, setDeciding] = useState<OpenTie>();
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  const isHere = (one: Group) => groupKey(one) === groupKey(group);
  const open = data?.open.filter(isHere) ?? [];
  const decided = data?.ties.filter(isHere) ?? [];
  return (
    <>
      {open.map((tie) => (
        <Alert key={tie.riders[0]?.dossard} kind="warning" title={m.tie_open({ bibs: listBibs(tie) })}>
          {mayDecide && (
            <button type="button" className="button" onClick={() => setDeciding(tie)}>
              {m.tie_decide()}
              <span className="visually-hidden"> {listBibs(tie)}</span>
            </button>
          )}
        </Alert>
      ))}
      {decided.map((tie) => (
        <Decided key={tie.dossards.join()} competitionId={competitionId} tie={tie} mayDecide={mayDecide} />
      ))}
      {deciding && (
        <TieDialog
          competitionId={competitionId}
          tie={deciding}
          earlier={decided.find(({ dossards }) => deciding.riders.some(({ dossard }) => dossards.includes(dossard)))}
          onClose={() => setDeciding(undefined)}
        />
      )}
    </>
  );
}

const listBibs = ({ riders }: OpenTie) => riders.map(({ dossard }) => dossard).join(', ');

/** A decision of the jury, with a button to revoke it. */
function Decided({ competitionId, tie, mayDecide }: { competitionId: number; tie: TieDecision; mayDecide: boolean }) {
  const queryClient = useQueryClient();
  const [asks, setAsks] = useState(false);
  const order = tie.dossards.join(', ');
  return (
    <div className={styles.decided}>
      <p>
        {m.tie_decided({ order })} <span className="soft">{tie.reason}</span>
      </p>
      {!tie.holds && <p className={styles.missing}>{m.tie_holds_no_more()}</p>}
      {mayDecide && (
        <button type="button" className="button" onClick={() => setAsks(true)}>
          {m.tie_withdraw()}
          <span className="visually-hidden"> {order}</span>
        </button>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={m.tie_withdraw_sure()}
        action={m.tie_withdraw()}
        act={() => callApi(withdrawTie, { params: { id: competitionId, dossard: tie.dossards[0] ?? 0 } })}
        onDone={() => void invalidateTies(queryClient, competitionId)}
      >
        <p>{m.tie_withdraw_why({ order })}</p>
      </ConfirmDialog>
    </div>
  );
}
