import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { type Participant, participantInputSchema } from '@dossard/contract/participants/participant.schema.ts';
import { fullNameKey } from '@dossard/contract/participants/same.person.rules.ts';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { progressOf } from '../../queries/participant.queries.ts';
import { perform } from '../../queries/perform.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { parseNumber } from '../../text/typed.values.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { CloseDialog, useClose } from '../../ui/fields/form.state.ts';
import { DossardField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { ParticipantFields, readRider } from './participant.fields.tsx';
import styles from './participants.module.css';

interface Props {
  /** Values to prefill for the first participant. */
  initial?: Pick<Participant, 'dossard_number' | 'category' | 'gender'>;
  onAdded: (participant: Participant, close: () => void) => void;
}

/** Adds participants one by one: after each, the dialog stays open for the next, who begins with the same category. */
export function AddParticipantDialog({ initial, onAdded }: Props) {
  const close = useClose();
  const { id: competition_id } = usePageCompetition();
  const [added, setAdded] = useState<readonly Participant[]>([]);
  const [typed, setTyped] = useState<ReturnType<typeof readNames>>();
  const { groupWord } = useGenderWords();
  function add(participant: Participant) {
    setAdded([participant, ...added]);
    setTyped(undefined);
    onAdded(participant, close);
  }
  // Riders of a category often come one after the other.
  const [last] = added;
  const start = last ? { category: last.category } : initial;
  const { data } = useQuery(progressOf(competition_id));
  const free = findFreeBib([...(data?.riders ?? []).map(({ dossard }) => dossard), ...added.map(bibOf)], last);
  const same = typed && data?.riders.find((rider) => fullNameKey(rider) === fullNameKey(typed));
  const { formProps, problems, sending } = useCheckedForm({
    schema: participantInputSchema,
    values: (fields) => ({
      ...readRider(fields),
      competition_id,
      dossard_number: parseNumber(fields.get('dossard_number')),
    }),
    send: (body) => perform(createParticipant, { body }),
    fieldOf: { dossard_taken: 'dossard_number' },
    onDone: add,
  });
  return (
    <FormDialog
      title={m.add_participant()}
      of={{
        ...formProps,
        initial: start ?? {},
        onInput: (event) => {
          formProps.onInput(event);
          setTyped(readNames(new FormData(event.currentTarget)));
        },
      }}
      cancel={m.done()}
      action={m.add()}
    >
      <AddedParticipants added={added.slice(0, 1)} />
      <Fragment key={added.length}>
        <DossardField
          name="dossard_number"
          hint={free === undefined ? m.dossard_hint() : m.dossard_free({ dossard: free })}
          autoFocus
          data-autofocus
        />
        <ParticipantFields initial={start} action={m.add()} />
      </Fragment>
      {same && (
        <Alert
          kind="warning"
          title={m.add_participant_again({ name: fullName(same), dossard: same.dossard, group: groupWord(same) })}
        />
      )}
      {Object.keys(problems).length > 0 && !sending.error && <Alert kind="problem" title={m.fill_required()} />}
    </FormDialog>
  );
}

/** What is typed as names. */
function readNames(fields: FormData) {
  const [first_name, last_name] = ['first_name', 'last_name'].map((name) => String(fields.get(name) ?? ''));
  return first_name && last_name ? { first_name, last_name } : undefined;
}

const bibOf = ({ dossard_number }: Participant) => dossard_number;

/** Returns the first free bib after that of the last rider, or after all of them; undefined while there is none. */
function findFreeBib(taken: readonly number[], last?: Participant): number | undefined {
  if (taken.length === 0) return undefined;
  let free = (last?.dossard_number ?? Math.max(...taken)) + 1;
  while (taken.includes(free)) free += 1;
  return free;
}

/** Lists the riders that were just added, and announces each to screen readers. */
function AddedParticipants({ added }: { added: readonly Participant[] }) {
  const { groupWord } = useGenderWords();
  return (
    <ul className={`list ${styles.added}`} aria-live="polite">
      {added.map((rider) => (
        <li key={rider.dossard_number} className="row">
          <Bib dossard={rider.dossard_number} />
          <span>{m.participant_added({ name: fullName(rider), group: groupWord(rider) })}</span>
        </li>
      ))}
    </ul>
  );
}

interface TabProps {
  adding: boolean;
  setAdding: (adding: boolean) => void;
}

/** The tab for single entry: the button that opens the dialog, and the riders added since the page was opened. */
export function AddTab({ adding, setAdding }: TabProps) {
  const [added, setAdded] = useState<readonly Participant[]>([]);
  return (
    <div className="card panel">
      <Button look="go" onClick={() => setAdding(true)}>
        <Icon name="plus" /> {m.add_participant()}
      </Button>
      <AddedParticipants added={added} />
      {adding && (
        <CloseDialog value={() => setAdding(false)}>
          <AddParticipantDialog onAdded={(participant) => setAdded((before) => [participant, ...before])} />
        </CloseDialog>
      )}
    </div>
  );
}
