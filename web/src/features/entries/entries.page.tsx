import { listEntries } from '@dossard/contract/entries/entry.endpoints.ts';
import type { EntryList, EntryState, ListedEntry } from '@dossard/contract/entries/entry.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { useNetworkAddresses } from '../../desk/share.address.ts';
import { m } from '../../paraglide/messages.js';
import { read } from '../../queries/read.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { BibsDialog } from './bibs.dialog.tsx';
import styles from './entries.module.css';
import { EntrySettings } from './entry.settings.tsx';
import { decide, FormCard } from './form.card.tsx';

/** The entries of a competition: the settings of the entry page, the decisions, and the bibs (J1, J6, B1). */
export function EntriesPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk competitionId={competitionId} page="entries" waiting={18}>
      {() => <Entries competitionId={competitionId} />}
    </CompetitionDesk>
  );
}

function Entries({ competitionId }: { competitionId: number }) {
  const listed = useQuery(read(listEntries, { params: { id: competitionId } }, { refetchInterval: 30_000 }));
  // The addresses of the link would move what is below it if they came later.
  const { isPending } = useNetworkAddresses();
  if (listed.data && isPending) return <Waiting height={18} />;
  return (
    <Reading of={listed} waiting={18}>
      {(data) => (
        <div className={`columns ${styles.columns}`}>
          <FormList competitionId={competitionId} list={data} />
          <div className="stack">
            <EntrySettings competitionId={competitionId} page={data.page} />
          </div>
        </div>
      )}
    </Reading>
  );
}

/**
 * Lists the entries that an admin can accept together: confirmed ones with a place; without a mail server all, because
 * nobody can confirm. Possible duplicates are decided one by one.
 */
const listOpen = ({ forms, sends_mail }: EntryList): ListedEntry[] =>
  forms
    .filter(({ confirmed_at }) => confirmed_at !== null || !sends_mail)
    .flatMap(({ riders }) => riders.filter(({ state, is_double }) => state === 'pending' && !is_double));

function FormList({ competitionId, list }: { competitionId: number; list: EntryList }) {
  const open = listOpen(list);
  const all = list.forms.flatMap(({ riders }) => riders);
  const bibless = all.filter(({ state, dossard }) => state === 'accepted' && dossard === null);
  const count = (state: EntryState) => all.filter((one) => one.state === state).length;
  return (
    <section className="stack" aria-label={m.entry_forms()}>
      {!list.sends_mail && <Alert kind="warning" title={m.entry_no_mail()} why={m.entry_no_mail_why()} />}
      {list.forms.length === 0 ? (
        <Empty title={m.entry_none()} why={m.entry_none_why()} />
      ) : (
        <>
          <p>{m.entry_tally({ pending: count('pending'), waiting: count('waiting'), accepted: count('accepted') })}</p>
          <div className="desk-actions">
            <OpenButton look="go" disabled={open.length === 0} action={m.entry_accept_all({ count: open.length })}>
              {(onClose) => (
                <ConfirmDialog
                  onClose={onClose}
                  title={m.entry_accept_all({ count: open.length })}
                  action={m.entry_accept()}
                  act={() => decide(competitionId, open, 'accepted')}
                  why={list.sends_mail ? m.entry_accept_all_why() : m.entry_accept_all_no_mail()}
                />
              )}
            </OpenButton>
            <OpenButton disabled={bibless.length === 0} action={m.bibs_give({ count: bibless.length })}>
              {(onClose) => <BibsDialog competitionId={competitionId} entries={bibless} onClose={onClose} />}
            </OpenButton>
          </div>
          {list.forms.map((form) => (
            <FormCard key={form.id} form={form} competitionId={competitionId} />
          ))}
        </>
      )}
    </section>
  );
}
