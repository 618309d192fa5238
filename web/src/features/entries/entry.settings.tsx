import { updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import { type EntryPage, entryPageInputSchema } from '@dossard/contract/entries/entry.schema.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { entriesOf } from '../../queries/entry.queries.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { ShareLink } from '../../ui/parts/share.link.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './entries.module.css';

/** Opens, closes and limits the entry page, and shows its address (J1). */
export function EntrySettings({ competitionId, page }: { competitionId: number; page: EntryPage }) {
  const queryClient = useQueryClient();
  const { formProps, problems, sending } = useCheckedForm({
    schema: entryPageInputSchema,
    values: (fields) => ({
      is_open: fields.get('is_open') === 'on',
      closes_on: fields.get('closes_on') || null,
      limit_in_all: readNumber(fields.get('limit_in_all')),
      limits_of_groups: readLimits(fields),
      ...{ text: fields.get('text'), link: fields.get('link'), keep_days: readNumber(fields.get('keep_days')) },
      seen: page,
    }),
    send: (body) => callApi(updateEntryPage, { params: { id: competitionId }, body }),
    onDone: (answer) => {
      queryClient.setQueryData(entriesOf(competitionId).queryKey, answer);
      toast('entries', m.entry_settings_saved());
    },
  });
  const link = `${shareAddress()}/entry/${competitionId}`;
  return (
    <section className="card panel" aria-labelledby="entry-page-title">
      <h2 id="entry-page-title">{m.entry_page()}</h2>
      <p className="soft">{m.entry_page_why()}</p>
      {page.is_open && (
        <>
          <ShareLink label={m.entry_page_link()} link={link} />
          <details>
            <summary>{m.qr_code()}</summary>
            <QrCode text={link} label={m.entry_page_qr()} />
          </details>
        </>
      )}
      <form {...formProps} className={styles.form}>
        <label className={styles.check}>
          <input type="checkbox" name="is_open" defaultChecked={page.is_open} />
          {m.entry_is_open()}
        </label>
        <TextField
          name="closes_on"
          type="date"
          label={m.entry_closing()}
          problem={problems.closes_on}
          defaultValue={page.closes_on ?? ''}
        />
        <TextField
          name="limit_in_all"
          type="number"
          inputMode="numeric"
          min={1}
          label={m.entry_limit()}
          hint={m.entry_limit_hint()}
          problem={problems.limit_in_all}
          defaultValue={page.limit_in_all ?? ''}
        />
        <GroupLimits competitionId={competitionId} page={page} problem={problems.limits_of_groups} />
        <ParagraphField
          name="text"
          label={m.entry_text()}
          hint={m.entry_text_hint()}
          problem={problems.text}
          defaultValue={page.text}
        />
        <TextField name="link" type="url" label={m.entry_web_link()} problem={problems.link} defaultValue={page.link} />
        <TextField
          name="keep_days"
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          label={m.entry_keep_days()}
          hint={m.entry_keep_days_hint()}
          problem={problems.keep_days}
          defaultValue={page.keep_days}
        />
        <FormEnd sending={sending} />
      </form>
    </section>
  );
}

const prefix = 'places of ';

function GroupLimits({
  competitionId,
  page,
  problem,
}: {
  competitionId: number;
  page: EntryPage;
  problem: string | undefined;
}) {
  const { groupWord } = useGenderWords();
  const { data } = useQuery(rankedGroups(competitionId));
  const groups = data?.categories_and_genders ?? [];
  if (groups.length === 0) return null;
  const limitOf = (key: string) => page.limits_of_groups.find((one) => groupKey(one) === key)?.limit ?? '';
  return (
    <details open={page.limits_of_groups.length > 0}>
      <summary>{m.entry_limits_of_groups()}</summary>
      <div className={styles.limits}>
        {groups.map((group) => (
          <TextField
            key={groupKey(group)}
            name={prefix + JSON.stringify([group.category, group.gender])}
            type="number"
            inputMode="numeric"
            min={1}
            label={groupWord(group)}
            defaultValue={limitOf(groupKey(group))}
          />
        ))}
      </div>
      <span className="field-problem">{problem}</span>
    </details>
  );
}

const readNumber = (value: FormDataEntryValue | null): number | null =>
  value === null || value === '' ? null : Number(value);

/** Reads the limits of groups in the shape that is sent; an empty field means no limit. */
const readLimits = (fields: FormData) =>
  [...fields].flatMap(([name, value]) => {
    if (!name.startsWith(prefix) || value === '') return [];
    const [category, gender] = JSON.parse(name.slice(prefix.length));
    return [{ category, gender, limit: Number(value) }];
  });
