import {
  addEntries,
  confirmEntryForm,
  updateEntry,
  withdrawEntries,
} from '@dossard/contract/entries/entry.endpoints.ts';
import {
  addedRidersSchema,
  changedRiderSchema,
  type LinkedForm,
  maxRidersOfForm,
} from '@dossard/contract/entries/entry.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi, createKey } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { linkedForm } from '../../queries/entry.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName, GenderWords, useGenderWords } from '../../riders/rider.words.tsx';
import { joinFacts } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { HouseTheme } from '../../ui/frame/house.theme.tsx';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { stateWord } from './entry.words.ts';
import { EventHead } from './event.head.tsx';
import { RiderFields, readRiderFields } from './rider.fields.tsx';

/** The target of the link in a mail: an entry to confirm, change or withdraw (J5, J6). */
export default function LinkedFormPage({ token }: { token: string }) {
  return (
    <HouseTheme>
      <PageFrame>
        <main className="page stack narrow">{token === '' ? <NoLink /> : <Linked token={token} />}</main>
      </PageFrame>
    </HouseTheme>
  );
}

function NoLink() {
  return (
    <>
      <h1>{m.entries()}</h1>
      <Alert kind="problem" title={m.entry_link_gone()} why={m.entry_link_gone_why()} />
    </>
  );
}

function Linked({ token }: { token: string }) {
  const read = useQuery(linkedForm(token));
  if (read.error instanceof Failure && read.error.code === 'invalid_token') return <NoLink />;
  return (
    <Reading of={read} waiting={18}>
      {(data) => (
        <GenderWords youth={data.page.competition.youth_words}>
          <EventHead page={data.page} isEntered />
          {data.is_confirmed ? <Confirmed token={token} form={data} /> : <Unconfirmed token={token} form={data} />}
        </GenderWords>
      )}
    </Reading>
  );
}

function Unconfirmed({ token, form }: { token: string; form: LinkedForm }) {
  async function confirm() {
    const confirmed = await callApi(confirmEntryForm, { body: { token } });
    await storeAnswer(linkedForm(token), confirmed);
  }
  const { groupWord } = useGenderWords();
  return (
    <Card title={m.entry_confirm_title()}>
      <p>{m.entry_confirm_why()}</p>
      <ul className="list">
        {form.riders.map((rider) => (
          <li key={rider.id}>
            <strong>{fullName(rider)}</strong> <span className="soft">{groupWord(rider)}</span>
          </li>
        ))}
      </ul>
      <ActionButton look="go" action={m.entry_confirm({ count: form.riders.length })} act={confirm} />
    </Card>
  );
}

function Confirmed({ token, form }: { token: string; form: LinkedForm }) {
  const { takes_entries } = form.page;
  return (
    <>
      <section className="stack" aria-labelledby="entry-riders">
        <h2 id="entry-riders">{m.entry_riders()}</h2>
        <ul className="list">
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
  const { groupWord } = useGenderWords();
  const withdraw = m.entry_withdraw_of({ name: fullName(rider) });
  const isLive = ['pending', 'waiting', 'accepted'].includes(rider.state);
  return (
    <li className="card stack-close item">
      <RiderLine rider={rider} dossard={rider.dossard} facts={joinFacts(groupWord(rider), rider.club)}>
        <span className="pill" data-kind={rider.state === 'accepted' ? 'good' : undefined}>
          {stateWord(rider.state)}
        </span>
      </RiderLine>
      {isLive && (
        <div className="desk-actions">
          {rider.dossard === null && form.page.takes_entries && (
            <OpenButton aria-label={m.entry_change_of({ name: fullName(rider) })} action={m.edit()}>
              <ChangeRider token={token} form={form} rider={rider} />
            </OpenButton>
          )}
          <ConfirmButton
            look="quiet"
            aria-label={withdraw}
            danger
            title={withdraw}
            action={m.remove()}
            act={async () => {
              const answer = await callApi(withdrawEntries, { body: { token, entries: [rider.id] } });
              await storeAnswer(linkedForm(token), answer);
            }}
            why={m.entry_withdraw_sure()}
          />
        </div>
      )}
    </li>
  );
}

interface AddProps {
  token: string;
  form: LinkedForm;
}

/** Changes a rider who has no bib yet (J6). */
function ChangeRider({ token, form, rider }: RiderProps) {
  const { formProps } = useCheckedForm({
    schema: changedRiderSchema,
    values: (fields) => ({ token, entry: rider.id, ...readRiderFields(fields, ''), club: fields.get('club') }),
    send: async (body) => storeAnswer(linkedForm(token), await callApi(updateEntry, { body })),
  });
  return (
    <FormDialog title={m.entry_change_of({ name: fullName(rider) })} of={formProps}>
      <RiderFields groups={form.page.groups} prefix="" initial={rider} />
      <TextField name="club" label={m.club_optional()} defaultValue={rider.club ?? ''} />
      <p className="soft">{m.entry_change_why()}</p>
    </FormDialog>
  );
}

/** Adds riders to a confirmed form: earlier riders of the same address in one tap, others by their fields (J7). */
function AddRiders({ token, form }: AddProps) {
  const { groupWord } = useGenderWords();
  const [key, setKey] = useState(createKey);
  const here = new Set(form.riders.map((rider) => fullName(rider)));
  const offers = form.offers.filter((rider) => !here.has(fullName(rider)));
  const done = async (answer: LinkedForm) => {
    await storeAnswer(linkedForm(token), answer);
    setKey(createKey());
  };
  const club = form.riders[0]?.club ?? '';
  const { formProps, problems } = useCheckedForm({
    schema: addedRidersSchema,
    values: (fields) => ({
      token,
      riders: [{ key, ...readRiderFields(fields, 'riders.0.'), club: fields.get('club') }],
    }),
    send: (body) => callApi(addEntries, { body }),
    onDone: done,
  });
  if (form.riders.length >= maxRidersOfForm) return <p>{m.entry_form_full({ most: maxRidersOfForm })}</p>;
  return (
    <Card title={m.entry_add_title()}>
      {offers.length > 0 && (
        <>
          <p className="soft">{m.entry_offers()}</p>
          <ul className="list">
            {offers.map((rider) => (
              <Line
                key={`${fullName(rider)} ${rider.category}`}
                as="li"
                name={fullName(rider)}
                facts={groupWord(rider)}
              >
                <ActionButton
                  action={m.entry_offer()}
                  aria-label={m.entry_offer_of({ name: fullName(rider) })}
                  act={async () => done(await callApi(addEntries, { body: { token, riders: [{ key, ...rider }] } }))}
                />
              </Line>
            ))}
          </ul>
        </>
      )}
      <Form key={key} {...formProps} className="stack">
        <RiderFields groups={form.page.groups} prefix="riders.0." />
        <TextField name="club" label={m.club_optional()} problem={problems['riders.0.club']} defaultValue={club} />
        <FormEnd action={m.entry_add_rider()} meanwhile={m.entry_sending()} />
      </Form>
    </Card>
  );
}
