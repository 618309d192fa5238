import { listResets, resetSystem, undoReset } from '@dossard/contract/administration/administration.endpoints.ts';
import { resetHeader } from '@dossard/contract/administration/administration.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import styles from './admin.module.css';

interface Props {
  /** Receives the server's message, which names the backup. */
  onDone: (message: string) => void;
}

/** Asks for a typed word before everything is erased. */
function ResetDialog({ onDone }: Props) {
  const close = useClose();
  const { data } = useQuery(myCompetitions());
  const { formProps, sending } = useCheckedForm({
    schema: z.object({ word: z.string() }),
    objections: ({ word }): Record<string, string> =>
      word.trim().toLocaleUpperCase() === m.reset_word()
        ? {}
        : { word: m.reset_word_missing({ word: m.reset_word() }) },
    // Not retried: a reset whose answer was lost may have succeeded, and a second one would erase newer data.
    send: () => withProof(() => callApi(resetSystem, { headers: Object.fromEntries([resetHeader]), once: true })),
    onDone: ({ message }) => {
      close();
      onDone(message);
    },
  });
  const unanswered = sending.error instanceof Failure && sending.error.status === 0;
  return (
    <FormDialog title={m.reset_sure()} of={formProps} action={m.reset_everything()} meanwhile={m.resetting()} danger>
      <p>{data ? m.reset_loses({ count: data.competitions.length }) : m.reset_erases()}</p>
      <p>{m.reset_backup()}</p>
      <TextField
        name="word"
        label={m.reset_type_word({ word: m.reset_word() })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      {unanswered && <p>{m.reset_unanswered()}</p>}
    </FormDialog>
  );
}

/** Erases everything, and afterwards shows what was erased and where its backup is. */
export function ResetCard() {
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<string>();
  const done = (message: string) => {
    setOutcome(message);
    // All cached data is erased, except the reader's profile.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== profile().queryKey[0] });
  };
  return (
    <Card title={m.reset_system()} className={`wide ${styles.danger}`}>
      <p>{m.reset_erases()}</p>
      {outcome && <Alert kind="good" title={outcome} />}
      <OpenButton action={m.reset_system()} look="danger">
        <ResetDialog onDone={done} />
      </OpenButton>
      <RecentResets />
    </Card>
  );
}

/** Resets of the last 30 days, each with an undo button while it can be undone; nothing if there were none. */
function RecentResets() {
  const listed = useQuery(read(listResets, {}));
  const { data } = listed;
  if (!data) return <Reading of={listed} />;
  if (data.resets.length === 0) return null;
  return (
    <>
      <h3>{m.resets_recent()}</h3>
      <ul className="list">
        {data.resets.map((reset) => (
          <Line key={reset.backup} as="li" name={formatMoment(reset.at)} facts={reset.by}>
            {reset.state === 'can_undo' ? (
              <ConfirmButton
                title={m.reset_undo_sure()}
                action={m.reset_undo()}
                leave={m.reset_undo_leave()}
                act={() => perform(undoReset, { body: { backup: reset.backup }, said: m.reset_is_undone() })}
                why={m.reset_undo_brings()}
              />
            ) : (
              <span className="soft">{reset.state === 'undone' ? m.reset_is_undone() : m.reset_copy_is_gone()}</span>
            )}
          </Line>
        ))}
      </ul>
    </>
  );
}
