import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import { createEntryForm, getEntryPage, mailEntryLink } from '@dossard/contract/entries/entry.endpoints.ts';
import {
  type EntryFormInput,
  entryFormInputSchema,
  linkRequestSchema,
  maxRidersOfForm,
  type OpenEntryPage,
} from '@dossard/contract/entries/entry.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, createKey } from '../../api/client.ts';
import { isGone } from '../../api/denied.ts';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { GenderWords } from '../../riders/rider.words.tsx';
import { EmailField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { justShown } from '../../ui/parts/focused.ts';
import styles from './entries.module.css';
import { EventHead } from './event.head.tsx';
import { RiderFields, readRiderFields } from './rider.fields.tsx';
import '../../ui/frame/kit.css';
import { Reading } from '../../ui/failure/reading.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';

/** The entry page of a competition, for a club or a parent, without an account (J1–J3). */
export default function OpenEntryPageScreen({ competitionId }: { competitionId: number }) {
  const form = useQuery(read(getEntryPage, { params: { id: competitionId } }));
  const [sent, setSent] = useState<SentEntry>();
  const { data, error } = form;
  const isHidden = Number.isNaN(competitionId) || isGone(error);
  return (
    <PageFrame>
      <main className="page stack narrow">
        {!data && <h1>{m.entries()}</h1>}
        {isHidden ? (
          <Alert kind="problem" title={m.entry_page_gone()} why={m.entry_page_gone_why()} />
        ) : (
          <Reading of={form} waiting={18}>
            {(page) => (
              <GenderWords youth={page.competition.youth_words}>
                <EventHead page={page} />
                {sent && <Sent {...sent} onMore={() => setSent(undefined)} />}
                {!sent && page.takes_entries && <EntryForm page={page} onSent={setSent} />}
                {!sent && page.sends_mail && <LinkAgain competitionId={competitionId} />}
                {!sent && page.takes_entries && !page.sends_mail && (
                  <p className="soft">{m.entry_closed_why({ contact: page.competition.contact })}</p>
                )}
              </GenderWords>
            )}
          </Reading>
        )}
      </main>
    </PageFrame>
  );
}

type SentEntry = Pick<EntryFormInput, 'email'> & AnswerOf<typeof createEntryForm>;

function EntryForm({ page, onSent }: { page: OpenEntryPage; onSent: (sent: SentEntry) => void }) {
  const [formKey] = useState(createKey);
  const [keys, setKeys] = useState<readonly string[]>(() => [createKey()]);
  const { formProps, problems } = useCheckedForm({
    schema: entryFormInputSchema,
    values: (fields) => ({
      ...Object.fromEntries(fields),
      form_key: formKey,
      riders: keys.map((key, index) => ({
        key,
        ...readRiderFields(fields, `riders.${index}.`),
        club: fields.get('club'),
      })),
    }),
    send: async (body: EntryFormInput) => {
      const answer = await callApi(createEntryForm, { params: { id: page.competition.id }, body });
      return { email: body.email, ...answer };
    },
    onDone: (sent) => {
      onSent(sent);
      window.scrollTo(0, 0);
    },
  });
  return (
    <Form {...formProps} className="stack">
      <Card title={m.entry_contact()} why={m.entry_contact_why()}>
        <div className="fields">
          <TextField name="contact_name" label={m.entry_contact_name()} autoComplete="name" />
          <EmailField autoComplete="email" />
          <TextField name="phone" type="tel" label={m.entry_phone()} autoComplete="tel" />
          <TextField
            name="club"
            label={m.entry_club()}
            problem={problems['riders.0.club']}
            autoComplete="organization"
          />
        </div>
        <div className="visually-hidden" aria-hidden="true">
          <label>
            Website <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      </Card>
      {keys.map((key, index) => (
        <fieldset key={key} className={`card panel ${styles.fieldset}`}>
          <legend>{m.entry_rider({ number: index + 1 })}</legend>
          <RiderFields groups={page.groups} prefix={`riders.${index}.`} />
          {keys.length > 1 && (
            <Button
              action={m.remove()}
              look="quiet"
              aria-label={m.entry_remove_rider({ number: index + 1 })}
              onClick={() => setKeys(keys.filter((one) => one !== key))}
            />
          )}
        </fieldset>
      ))}
      <Button
        action={m.entry_add_rider()}
        disabled={keys.length >= maxRidersOfForm}
        onClick={() => setKeys([...keys, createKey()])}
      />
      {keys.length >= maxRidersOfForm && <p className="soft">{m.entry_form_full({ most: maxRidersOfForm })}</p>}
      <p className="soft">{m.entry_privacy({ days: page.keep_days })}</p>
      <FormEnd action={m.entry_send({ count: keys.length })} meanwhile={m.entry_sending()} />
    </Form>
  );
}

function Sent({ email, riders, sends_mail, onMore }: SentEntry & { onMore: () => void }) {
  return (
    <section className="card panel">
      <h2 {...justShown}>{sends_mail ? m.entry_check_mail() : m.entry_received()}</h2>
      <p>{sends_mail ? m.entry_check_mail_why({ count: riders, email }) : m.entry_received_why({ count: riders })}</p>
      {sends_mail && <p className="soft">{m.check_spam()}</p>}
      <Button action={m.entry_more()} onClick={onMore} />
    </section>
  );
}

/** Mails the links of earlier forms again. */
function LinkAgain({ competitionId }: { competitionId: number }) {
  const { formProps, sending } = useCheckedForm({
    schema: linkRequestSchema,
    send: (body) => callApi(mailEntryLink, { params: { id: competitionId }, body }),
  });
  return (
    <details className="fold">
      <summary>{m.entry_link_again()}</summary>
      <Form {...formProps} className="stack">
        <EmailField autoComplete="email" />
        {sending.isSuccess && <Alert kind="good" title={m.entry_link_sent({ email: sending.variables.email })} />}
        <FormEnd action={m.entry_link_send()} meanwhile={m.entry_sending()} />
      </Form>
    </details>
  );
}
