import { type PlaceJoin, placeJoinSchema } from '@dossard/contract/places/place.schema.ts';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { readJoinLink } from './join.link.ts';

interface Props<Answer> {
  title: string;
  why: string;
  action: string;
  send: (join: PlaceJoin) => Promise<Answer>;
  onDone?: (answer: Answer) => void;
}

/** Asks for the address and the code that the other installation shows; its link can be pasted as a whole. */
export function JoinCard<Answer>({ title, why, action, send, onDone }: Props<Answer>) {
  const { formProps } = useCheckedForm({
    schema: placeJoinSchema,
    values: (fields) => {
      const { address, code } = readJoinLink(String(fields.get('address') ?? ''));
      return { address, code: code ?? fields.get('code') ?? '' };
    },
    emptyWords: { address: m.place_address_missing(), code: m.place_code_missing() },
    send,
    onDone,
  });
  return (
    <Card title={title} why={why}>
      <Form {...formProps} className="stack">
        <TextField name="address" label={m.place_address()} inputMode="url" autoComplete="off" />
        <TextField name="code" label={m.place_code()} autoComplete="off" autoCapitalize="characters" />
        <FormEnd action={action} meanwhile={m.place_joining()} />
      </Form>
    </Card>
  );
}
