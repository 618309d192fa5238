import { undoReset } from '@dossard/contract/administration/administration.endpoints.ts';
import type { Reset } from '@dossard/contract/administration/administration.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { recentResets } from '../../queries/administration.queries.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './admin.module.css';

/** Resets of the last 30 days, each with an undo button while it can be undone; nothing if there were none. */
export function RecentResets() {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(recentResets());
  const [asked, setAsked] = useState<Reset>();
  const [asking, setAsking] = useState(false);
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data || data.resets.length === 0) return null;
  return (
    <>
      <h3>{m.resets_recent()}</h3>
      <ul className={styles.resets}>
        {data.resets.map((reset) => (
          <li key={reset.backup}>
            <span>
              {formatMoment(new Date(reset.at))} <span className="soft">{reset.by}</span>
            </span>
            {reset.state === 'can_undo' ? (
              <button
                type="button"
                className="button"
                onClick={() => {
                  setAsked(reset);
                  setAsking(true);
                }}
              >
                {m.reset_undo()}
              </button>
            ) : (
              <span className="soft">{reset.state === 'undone' ? m.reset_is_undone() : m.reset_copy_is_gone()}</span>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={m.reset_undo_sure()}
        action={m.reset_undo()}
        leave={m.reset_undo_leave()}
        act={() => withProof(() => callApi(undoReset, { body: { backup: asked?.backup ?? '' } }))}
        onDone={() => {
          setAsking(false);
          toast('reset', m.reset_is_undone());
          void queryClient.invalidateQueries();
        }}
      >
        <p>{m.reset_undo_brings()}</p>
      </ConfirmDialog>
    </>
  );
}
