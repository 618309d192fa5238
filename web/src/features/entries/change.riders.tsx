import { addEntries, updateEntry } from '@dossard/contract/entries/entry.endpoints.ts';
import {
  addedRidersSchema,
  changedRiderSchema,
  type LinkedForm,
  maxRidersOfForm,
} from '@dossard/contract/entries/entry.schema.ts';
import { useState } from 'react';
import { callApi, createKey } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { linkedForm } from '../../queries/entry.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { RiderFields, readRiderFields } from './rider.fields.tsx';

interface Props {
  token: string;
  form: LinkedForm;
}

/** Changes a rider who has no bib yet (J6). */
export function ChangeRider({
  token,
  form,
  rider,
  onClose,
}: Props & { rider: LinkedForm['riders'][number]; onClose: () => void }) {
  const { formProps } = useCheckedForm({
    schema: changedRiderSchema,
    values: (fields) => ({ token, entry: rider.id, ...readRiderFields(fields, ''), club: fields.get('club') }),
    send: (body) => callApi(updateEntry, { body }),
    onDone: async (answer) => {
      await storeAnswer(linkedForm(token), answer);
      onClose();
    },
  });
  return (
    <FormDialog title={m.entry_change_of({ name: fullName(rider) })} of={formProps} onClose={onClose}>
      <RiderFields groups={form.page.groups} prefix="" initial={rider} />
      <TextField name="club" label={m.club_optional()} defaultValue={rider.club ?? ''} />
      <p className="soft">{m.entry_change_why()}</p>
    </FormDialog>
  );
}

/** Adds riders to a confirmed form: earlier riders of the same address in one tap, others by their fields (J7). */
export function AddRiders({ token, form }: Props) {
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
