import { updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import { type EntryPage, entryPageFieldsSchema, type GroupLimit } from '@dossard/contract/entries/entry.schema.ts';
import { distinctGroups, groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { ConflictNote } from '../../changes/conflict.note.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { entriesOf } from '../../queries/entry.queries.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { ShareLink } from '../../ui/parts/share.link.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './entries.module.css';

/** Form for the settings of the entry page; shows its link and QR code while it is open (J1). */
export function EntrySettings({ competitionId, page }: { competitionId: number; page: EntryPage }) {
  const queryClient = useQueryClient();
  const edit = useMergedEdit(page);
  const { formProps, problems, sending } = useCheckedForm({
    schema: entryPageFieldsSchema,
    values: (fields) => ({
      is_open: fields.get('is_open') === 'on',
      closes_on: fields.get('closes_on') || null,
      limit_in_all: parseNumber(fields.get('limit_in_all')),
      limits_of_groups: parseLimits(fields),
      text: fields.get('text'),
      link: fields.get('link'),
      keep_days: parseNumber(fields.get('keep_days')),
    }),
    send: (filled) => {
      const body = { ...filled, limits_of_groups: applyLimits(edit.seen.limits_of_groups, filled.limits_of_groups) };
      return edit.attempt(body, () =>
        callApi(updateEntryPage, { params: { id: competitionId }, body: { ...body, seen: edit.seen } }),
      );
    },
    onDone: async (answer) => {
      edit.restart(answer.page);
      await storeAnswer(queryClient, entriesOf(competitionId), answer);
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
          <input key={edit.conflicts} type="checkbox" name="is_open" defaultChecked={edit.initial.is_open} />
          {m.entry_is_open()}
        </label>
        <TextField
          key={`closes_on ${edit.conflicts}`}
          name="closes_on"
          type="date"
          label={m.entry_closing()}
          problem={problems.closes_on}
          defaultValue={edit.initial.closes_on ?? ''}
        />
        <TextField
          key={`limit_in_all ${edit.conflicts}`}
          name="limit_in_all"
          type="number"
          inputMode="numeric"
          min={1}
          label={m.entry_limit()}
          hint={m.entry_limit_hint()}
          problem={problems.limit_in_all}
          defaultValue={edit.initial.limit_in_all ?? ''}
        />
        <GroupLimits
          key={`limits_of_groups ${edit.conflicts}`}
          competitionId={competitionId}
          initial={edit.initial.limits_of_groups}
          problems={problems}
        />
        <ParagraphField
          key={`text ${edit.conflicts}`}
          name="text"
          label={m.entry_text()}
          hint={m.entry_text_hint()}
          problem={problems.text}
          defaultValue={edit.initial.text}
        />
        <TextField
          key={`link ${edit.conflicts}`}
          name="link"
          type="url"
          label={m.entry_web_link()}
          problem={problems.link}
          defaultValue={edit.initial.link}
        />
        <TextField
          key={`keep_days ${edit.conflicts}`}
          name="keep_days"
          type="number"
          inputMode="numeric"
          min={1}
          max={365}
          label={m.entry_keep_days()}
          hint={m.entry_keep_days_hint()}
          problem={problems.keep_days}
          defaultValue={edit.initial.keep_days}
        />
        <ConflictNote before={edit.before} now={edit.seen} />
        <FormEnd sending={sending} />
      </form>
    </section>
  );
}

const limitPrefix = 'places of ';

interface GroupLimitsProps {
  competitionId: number;
  initial: readonly GroupLimit[];
  problems: Readonly<Record<string, string>>;
}

/** One field per ranked group; a group keeps its limit, and its field, while it is not or no longer known as ranked. */
function GroupLimits({ competitionId, initial, problems }: GroupLimitsProps) {
  const { groupWord } = useGenderWords();
  const { data } = useQuery(rankedGroups(competitionId));
  const groups = distinctGroups([...(data?.categories_and_genders ?? []), ...initial]);
  if (groups.length === 0) return null;
  const limitOf = (key: string) => initial.find((one) => groupKey(one) === key)?.limit ?? '';
  return (
    <details open={initial.length > 0}>
      <summary>{m.entry_limits_of_groups()}</summary>
      <div className={styles.limits}>
        {groups.map((group, index) => (
          <TextField
            key={groupKey(group)}
            name={limitPrefix + JSON.stringify([group.category, group.gender])}
            type="number"
            inputMode="numeric"
            min={1}
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

const parseNumber = (value: FormDataEntryValue | null): number | null =>
  value === null || value === '' ? null : Number(value);

/** Parses the group limits; null for an empty field, which means no limit. */
const parseLimits = (fields: FormData) =>
  [...fields].flatMap(([name, value]) => {
    if (!name.startsWith(limitPrefix)) return [];
    const [category, gender] = JSON.parse(name.slice(limitPrefix.length));
    return [{ category, gender, limit: parseNumber(value) }];
  });

/** Returns the limits with those of the fields, in the order they had, so that unchanged limits compare as the same. */
const applyLimits = (limits: readonly GroupLimit[], filled: ReturnType<typeof parseLimits>): GroupLimit[] =>
  distinctGroups([...limits, ...filled]).filter((one): one is GroupLimit => one.limit !== null);
