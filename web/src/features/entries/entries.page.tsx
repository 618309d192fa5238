import { distinctGroups, groupKey } from '@dossard/contract/categories/group.ts';
import { decideEntries, eraseEntry, listEntries, updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import {
  type EntryList,
  type EntryPage,
  type EntryState,
  entryPageFieldsSchema,
  type GroupLimit,
  type ListedEntry,
  type ListedForm,
} from '@dossard/contract/entries/entry.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useContext } from 'react';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { useNetworkAddresses, useShareAddress } from '../../desk/share.address.ts';
import { ShareLink } from '../../desk/share.link.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { groupNumbers } from '../../riders/group.numbers.ts';
import { RiderLine } from '../../riders/rider.line.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatMoment, joinFacts } from '../../text/formats.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { FormState } from '../../ui/fields/form.state.ts';
import { NumberField, ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { BibsDialog } from './bibs.dialog.tsx';
import styles from './entries.module.css';
import { stateWord } from './entry.words.ts';

/** The entries of a competition: the settings of the entry page, the decisions, and the bibs (J1, J6, B1). */
const EntriesPage: PageOf = competitionPage({ page: 'entries', waiting: 18 }, Entries);
export default EntriesPage;

function Entries() {
  const { id } = usePageCompetition();
  const listed = useQuery(read(listEntries, { params: { id } }, { refetchInterval: 30_000 }));
  // The addresses of the link would move what is below it if they came later.
  const { isPending } = useNetworkAddresses();
  if (listed.data && isPending) return <Waiting height={18} />;
  return (
    <Reading of={listed} waiting={18}>
      {(data) => (
        <div className={`columns ${styles.columns}`}>
          <FormList list={data} />
          <div className="stack">
            <EntrySettings page={data.page} />
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

function FormList({ list }: { list: EntryList }) {
  const { id } = usePageCompetition();
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
            {open.length > 0 && (
              <ConfirmButton
                look="go"
                label={m.entry_accept_all({ count: open.length })}
                title={m.entry_accept_all({ count: open.length })}
                action={m.entry_accept()}
                act={() => decide(id, open, 'accepted')}
                why={list.sends_mail ? m.entry_accept_all_why() : m.entry_accept_all_no_mail()}
              />
            )}
            {bibless.length > 0 && (
              <OpenButton action={m.bibs_give({ count: bibless.length })}>
                <BibsDialog entries={bibless} />
              </OpenButton>
            )}
          </div>
          {list.forms.map((form) => (
            <FormCard key={form.id} form={form} sendsMail={list.sends_mail} />
          ))}
        </>
      )}
    </section>
  );
}

/** Form for the settings of the entry page; shows its link and QR code while it is open (J1). */
function EntrySettings({ page }: { page: EntryPage }) {
  const { id, competition } = usePageCompetition();
  const edit = useMergedEdit(page);
  const { formProps } = useCheckedForm({
    schema: entryPageFieldsSchema,
    values: (fields) => ({
      is_open: fields.get('is_open') === 'on',
      closes_on: fields.get('closes_on') || null,
      limit_in_all: parseNumber(fields.get('limit_in_all')) ?? null,
      limits_of_groups: readLimits(fields),
      text: fields.get('text'),
      link: fields.get('link'),
      keep_days: parseNumber(fields.get('keep_days')) ?? null,
    }),
    send: (filled) => {
      const body = { ...filled, limits_of_groups: applyLimits(edit.seen.limits_of_groups, filled.limits_of_groups) };
      return edit.attempt(body, () =>
        perform(updateEntryPage, {
          params: { id },
          body: { ...body, seen: edit.seen },
          said: m.entry_settings_saved(),
        }),
      );
    },
    onDone: ({ page: saved }) => edit.restart(saved),
  });
  const link = `${useShareAddress()}/entry/${id}`;
  return (
    <Card title={m.entry_page()} why={m.entry_page_why()}>
      {page.is_open && (
        <>
          <ShareLink label={m.entry_page_link()} link={link} qr={m.entry_page_qr()} />
          <p className="soft small">{competition.is_public ? m.entry_page_public() : m.entry_page_private()}</p>
        </>
      )}
      <EditForm {...formProps} edit={edit} className="stack">
        <Tick name="is_open" label={m.entry_is_open()} defaultChecked={edit.initial.is_open} />
        <TextField name="closes_on" type="date" label={m.entry_closing()} />
        <NumberField name="limit_in_all" label={m.entry_limit()} hint={m.entry_limit_hint()} />
        <GroupLimits initial={edit.initial.limits_of_groups} />
        <ParagraphField name="text" label={m.entry_text()} hint={m.entry_text_hint()} />
        <TextField name="link" type="url" label={m.entry_web_link()} />
        <NumberField name="keep_days" max={365} label={m.entry_keep_days()} hint={m.entry_keep_days_hint()} />
      </EditForm>
    </Card>
  );
}

const limits = groupNumbers('places of ');

/** One field per ranked group; a group keeps its limit, and its field, while it is not or no longer known as ranked. */
function GroupLimits({ initial }: { initial: readonly GroupLimit[] }) {
  const { problems } = useContext(FormState);
  const { groupWord } = useGenderWords();
  const { data } = useQuery(rankedGroups(usePageCompetition().id));
  const groups = distinctGroups([...(data?.categories_and_genders ?? []), ...initial]);
  if (groups.length === 0) return null;
  const limitOf = (key: string) => initial.find((one) => groupKey(one) === key)?.limit ?? '';
  return (
    <details className="fold" open={initial.length > 0}>
      <summary>{m.entry_limits_of_groups()}</summary>
      <div className="fields">
        {groups.map((group, index) => (
          <NumberField
            key={groupKey(group)}
            name={limits.nameOf(group)}
            label={groupWord(group)}
            problem={problems[`limits_of_groups.${index}.limit`]}
            defaultValue={limitOf(groupKey(group))}
          />
        ))}
      </div>
      <span className="field-problem">{problems.limits_of_groups}</span>
    </details>
  );
}

/** Reads the group limits; null for an empty field, which means no limit. */
const readLimits = (fields: FormData) => limits.read(fields).map(({ value, ...group }) => ({ ...group, limit: value }));

/** Returns the limits with those of the fields, in the order they had, so that unchanged limits compare as the same. */
const applyLimits = (limits: readonly GroupLimit[], filled: ReturnType<typeof readLimits>): GroupLimit[] =>
  distinctGroups([...limits, ...filled]).filter((one): one is GroupLimit => one.limit !== null);

/** Accepts or refuses entries. */
const decide = (id: number, entries: readonly ListedEntry[], decision: 'accepted' | 'refused') =>
  perform(decideEntries, { params: { id }, body: { entries: entries.map((entry) => entry.id), decision } });

/** One entry form: its sender, for admins only, and its riders with the decisions. */
function FormCard({ form, sendsMail }: { form: ListedForm; sendsMail: boolean }) {
  // Without mail nobody can confirm.
  const isConfirmed = form.confirmed_at !== null || !sendsMail;
  return (
    <article className="card panel" aria-label={m.entry_form_of({ name: form.contact_name })}>
      <h2>{form.contact_name}</h2>
      <p className="row">
        <a href={`mailto:${form.email}`}>{form.email}</a>
        {form.phone && <a href={`tel:${form.phone}`}>{form.phone}</a>}
        <span className="soft">{formState(form, sendsMail)}</span>
      </p>
      <ul className="list">
        {form.riders.map((entry) => (
          <EntryRow key={entry.id} {...{ entry, isConfirmed }} />
        ))}
      </ul>
    </article>
  );
}

function formState({ confirmed_at, sent_at }: ListedForm, sendsMail: boolean): string {
  if (confirmed_at) return m.entry_confirmed_at({ time: formatMoment(confirmed_at) });
  const time = formatMoment(sent_at);
  return sendsMail ? m.entry_unconfirmed_since({ time }) : joinFacts(m.entry_received(), time);
}

function EntryRow({ entry, isConfirmed }: { entry: ListedEntry; isConfirmed: boolean }) {
  const { id } = usePageCompetition();
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
              act={() => decide(id, [entry], 'accepted')}
            />
          )}
          {state !== 'refused' && (
            <ActionButton
              look="quiet"
              action={m.entry_refuse()}
              aria-label={m.entry_refuse_of({ name })}
              act={() => decide(id, [entry], 'refused')}
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
          act={() => perform(eraseEntry, { params: { id, entryId: entry.id } })}
          why={m.entry_erase_loses()}
        />
      )}
    </RiderLine>
  );
}
