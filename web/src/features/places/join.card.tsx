import { type PlaceJoin, placeJoinSchema } from '@dossard/contract/places/place.schema.ts';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { readJoinLink } from './join.link.ts';
import styles from './places.module.css';

interface Props<Answer> {
  title: string;
  why: string;
  action: string;
  send: (join: PlaceJoin) => Promise<Answer>;
  onDone: (answer: Answer) => void;
}

/** Asks for the address and the code that the other installation shows; its link can be pasted as a whole. */
export function JoinCard<Answer>({ title, why, action, send, onDone }: Props<Answer>) {
  const { formProps, problems, sending } = useCheckedForm({
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
    <section className={`card panel ${styles.way}`}>
      <h2>{title}</h2>
      <p className="soft">{why}</p>
      <form {...formProps} className={styles.form}>
        <TextField
          name="address"
          label={m.place_address()}
          problem={problems.address}
          inputMode="url"
          autoComplete="off"
        />
        <TextField
          name="code"
          label={m.place_code()}
          problem={problems.code}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <FormEnd sending={sending} action={action} meanwhile={m.place_joining()} />
      </form>
    </section>
  );
}
