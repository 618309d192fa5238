import { confirmEntryForm, withdrawEntries } from '@dossard/contract/entries/entry.endpoints.ts';
import type { LinkedForm } from '@dossard/contract/entries/entry.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { linkedForm } from '../../queries/entry.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { HouseTheme } from '../../ui/frame/house.theme.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { AddRiders, ChangeRider } from './change.riders.tsx';
import styles from './entries.module.css';
import { stateWord } from './entry.words.ts';
import { EventHead } from './event.head.tsx';

/** The target of the link in a mail: an entry to confirm, change or withdraw (J5, J6). */
export function LinkedFormPage({ token }: { token: string }) {
  return (
    <HouseTheme>
      <PageFrame>
        <main className={`page ${styles.page}`}>{token === '' ? <NoLink /> : <Linked token={token} />}</main>
      </PageFrame>
    </HouseTheme>
  );
}

function NoLink() {
  return (
    <>
      <h1>{m.entries()}</h1>
      <Alert kind="problem" title={m.entry_link_gone()}>
        <p>{m.entry_link_gone_why()}</p>
      </Alert>
    </>
  );
}

function Linked({ token }: { token: string }) {
  const { data, error, refetch } = useQuery(linkedForm(token));
  if (error instanceof Failure && error.code === 'invalid_token') return <NoLink />;
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  return (
    <>
      <EventHead page={data.page} isEntered />
      {data.is_confirmed ? <Confirmed token={token} form={data} /> : <Unconfirmed token={token} form={data} />}
    </>
  );
}

function Unconfirmed({ token, form }: { token: string; form: LinkedForm }) {
  const queryClient = useQueryClient();
  const confirming = useMutation({
    mutationFn: () => callApi(confirmEntryForm, { body: { token } }),
    onSuccess: (confirmed) => storeAnswer(queryClient, linkedForm(token), confirmed),
  });
  const { groupWord } = useGenderWords();
  return (
    <section className="card panel">
      <h2>{m.entry_confirm_title()}</h2>
      <p>{m.entry_confirm_why()}</p>
      <ul className={styles.plain}>
        {form.riders.map((rider) => (
          <li key={rider.id}>
            <strong>{riderName(rider)}</strong> <span className="soft">{groupWord(rider)}</span>
          </li>
        ))}
      </ul>
      {confirming.error && <FailureAlert error={confirming.error} />}
      <div>
        <button
          type="button"
          className="button button-go"
          disabled={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {m.entry_confirm({ count: form.riders.length })}
        </button>
      </div>
    </section>
  );
}

function Confirmed({ token, form }: { token: string; form: LinkedForm }) {
  const { takes_entries } = form.page;
  return (
    <>
      <section className={styles.form} aria-labelledby="entry-riders">
        <h2 id="entry-riders">{m.entry_riders()}</h2>
        <ul className={styles.plain}>
          {form.riders.map((rider) => (
            <LinkedRider key={rider.id} token={token} rider={rider} form={form} />
          ))}
        </ul>
      </section>
      {takes_entries && <AddRiders token={token} form={form} />}
    </>
  );
}

interface RiderProps {
  token: string;
  rider: LinkedForm['riders'][number];
  form: LinkedForm;
}

function LinkedRider({ token, rider, form }: RiderProps) {
  const queryClient = useQueryClient();
  const { groupWord } = useGenderWords();
  const [asks, setAsks] = useState<'change' | 'withdraw'>();
  const isLive = ['pending', 'waiting', 'accepted'].includes(rider.state);
  return (
    <li className={`card ${styles.entry}`}>
      <div className={styles.who}>
        {rider.dossard !== null && <Bib dossard={rider.dossard} />}
        <span className={styles.name}>
          <strong>{riderName(rider)}</strong>
          <span className="soft">
            {groupWord(rider)}
            {rider.club && ` · ${rider.club}`}
          </span>
        </span>
        <span className={styles.state} data-state={rider.state}>
          {stateWord(rider.state)}
        </span>
      </div>
      {isLive && (
        <div className={styles.ways}>
          {rider.dossard === null && form.page.takes_entries && (
            <button
              type="button"
              className="button"
              aria-label={m.entry_change_of({ name: riderName(rider) })}
              onClick={() => setAsks('change')}
            >
              {m.edit()}
            </button>
          )}
          <button
            type="button"
            className="button button-quiet"
            aria-label={m.entry_withdraw_of({ name: riderName(rider) })}
            onClick={() => setAsks('withdraw')}
          >
            {m.remove()}
          </button>
        </div>
      )}
      {asks === 'change' && <ChangeRider token={token} form={form} rider={rider} onClose={() => setAsks(undefined)} />}
      {asks === 'withdraw' && (
        <ConfirmDialog
          opened
          danger
          onClose={() => setAsks(undefined)}
          title={m.entry_withdraw_of({ name: riderName(rider) })}
          action={m.remove()}
          act={async () => {
            const answer = await callApi(withdrawEntries, { body: { token, entries: [rider.id] } });
            await storeAnswer(queryClient, linkedForm(token), answer);
          }}
          onDone={() => setAsks(undefined)}
        >
          <p>{m.entry_withdraw_sure()}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
