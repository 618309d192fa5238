import { resetSystem } from '@dossard/contract/administration/administration.endpoints.ts';
import { resetHeader } from '@dossard/contract/administration/administration.schema.ts';
import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { withProof } from '../../api/proof.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { myCompetitions } from '../../queries/competition.queries.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import styles from './admin.module.css';
import { RecentResets } from './recent.resets.tsx';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** Receives the server's message, which names the backup. */
  onDone: (message: string) => void;
}

/** Asks for a typed word before everything is erased. */
export function ResetDialog({ opened, ...rest }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={rest.onClose}
      title={m.reset_sure()}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': m.close() }}
      centered
    >
      <Question {...rest} />
    </Modal>
  );
}

function Question({ onClose, onDone }: Omit<Props, 'opened'>) {
  const { data } = useQuery(myCompetitions());
  const field = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string>();
  const resetting = useMutation({
    // Not retried: a reset whose answer was lost may have succeeded, and a second one would erase newer data.
    mutationFn: () => withProof(() => callApi(resetSystem, { headers: Object.fromEntries([resetHeader]), once: true })),
    onSuccess: ({ message }) => onDone(message),
  });
  const unanswered = resetting.error instanceof Failure && resetting.error.status === 0;

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('word')).trim().toLocaleUpperCase();
    const right = typed === m.reset_word();
    setProblem(right ? undefined : m.reset_word_missing({ word: m.reset_word() }));
    if (!right) field.current?.querySelector('input')?.focus();
    else if (!resetting.isPending) resetting.mutate();
  }

  return (
    <form ref={field} onSubmit={confirm} onInput={() => setProblem(undefined)} className="dialog-body" noValidate>
      <p>{data ? m.reset_loses({ count: data.competitions.length }) : m.reset_erases()}</p>
      <p>{m.reset_backup()}</p>
      <TextField
        name="word"
        label={m.reset_type_word({ word: m.reset_word() })}
        problem={problem}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        data-autofocus
      />
      {resetting.error && <FailureAlert error={resetting.error} />}
      {unanswered && <p>{m.reset_unanswered()}</p>}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {m.cancel()}
        </button>
        <button type="submit" className="button button-danger" aria-disabled={resetting.isPending}>
          {resetting.isPending ? m.resetting() : m.reset_everything()}
        </button>
      </div>
    </form>
  );
}

/** Erases everything, and afterwards shows what was erased and where its backup is. */
export function ResetCard() {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<string>();
  const done = (message: string) => {
    setAsking(false);
    setOutcome(message);
    // All cached data is erased, except the reader's profile.
    queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== profile().queryKey[0] });
  };
  return (
    <section className={`card panel ${styles.danger}`} aria-labelledby="reset-title">
      <h2 id="reset-title">{m.reset_system()}</h2>
      <p>{m.reset_erases()}</p>
      {outcome && <Alert kind="good" title={outcome} />}
      <div>
        <button type="button" className="button button-danger" onClick={() => setAsking(true)}>
          {m.reset_system()}
        </button>
      </div>
      <RecentResets />
      <ResetDialog opened={asking} onClose={() => setAsking(false)} onDone={done} />
    </section>
  );
}
