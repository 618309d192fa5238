import { decideEntries, eraseEntry } from '@dossard/contract/entries/entry.endpoints.ts';
import type { ListedEntry, ListedForm } from '@dossard/contract/entries/entry.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatMoment, joinFacts } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { stateWord } from './entry.words.ts';

interface Props {
  form: ListedForm;
  competitionId: number;
}

/** Accepts or refuses entries. */
export const decide = (id: number, entries: readonly ListedEntry[], decision: 'accepted' | 'refused') =>
  perform(decideEntries, { params: { id }, body: { entries: entries.map((entry) => entry.id), decision } });

/** One entry form: its sender, for admins only, and its riders with the decisions. */
export function FormCard({ form, competitionId }: Props) {
  const isConfirmed = form.confirmed_at !== null;
  return (
    <article className="card panel" aria-label={m.entry_form_of({ name: form.contact_name })}>
      <h2>{form.contact_name}</h2>
      <p className="row">
        <a href={`mailto:${form.email}`}>{form.email}</a>
        {form.phone && <a href={`tel:${form.phone}`}>{form.phone}</a>}
        <span className="soft">
          {form.confirmed_at
            ? m.entry_confirmed_at({ time: formatMoment(new Date(form.confirmed_at)) })
            : m.entry_unconfirmed_since({ time: formatMoment(new Date(form.sent_at)) })}
        </span>
      </p>
      <ul className="list">
        {form.riders.map((entry) => (
          <EntryRow key={entry.id} {...{ entry, isConfirmed, competitionId }} />
        ))}
      </ul>
    </article>
  );
}

function EntryRow({
  entry,
  isConfirmed,
  competitionId,
}: Omit<Props, 'form'> & { entry: ListedEntry; isConfirmed: boolean }) {
  const { groupWord } = useGenderWords();
  const { state, dossard } = entry;
  const isOver = dossard === null && ['refused', 'withdrawn', 'double'].includes(state);
  const isOpen = dossard === null && ['pending', 'waiting', 'accepted', 'refused'].includes(state);
  const name = fullName(entry);
  return (
    <RiderLine
      as="li"
      className="item"
      rider={entry}
      dossard={dossard}
      facts={joinFacts(groupWord(entry), entry.club, entry.licence, entry.is_double && m.entry_is_double())}
    >
      <span
        className="pill"
        data-kind={state === 'accepted' ? 'good' : state === 'pending' && !isConfirmed ? 'open' : undefined}
      >
        {stateWord(state, isConfirmed)}
      </span>
      {isOpen && (
        <span className="desk-actions">
          {state !== 'accepted' && (
            <ActionButton
              action={m.entry_accept()}
              aria-label={m.entry_accept_of({ name })}
              act={() => decide(competitionId, [entry], 'accepted')}
            />
          )}
          {state !== 'refused' && (
            <ActionButton
              look="quiet"
              action={m.entry_refuse()}
              aria-label={m.entry_refuse_of({ name })}
              act={() => decide(competitionId, [entry], 'refused')}
            />
          )}
        </span>
      )}
      {isOver && (
        <ConfirmButton
          look="quiet"
          aria-label={m.entry_erase_of({ name })}
          title={m.entry_erase_sure({ name })}
          action={m.entry_erase()}
          danger
          act={() => perform(eraseEntry, { params: { id: competitionId, entryId: entry.id } })}
          why={m.entry_erase_loses()}
        />
      )}
    </RiderLine>
  );
}
