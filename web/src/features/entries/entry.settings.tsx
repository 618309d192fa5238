import { distinctGroups, groupKey } from '@dossard/contract/categories/group.ts';
import { updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import { type EntryPage, entryPageFieldsSchema, type GroupLimit } from '@dossard/contract/entries/entry.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { EditForm } from '../../changes/edit.form.tsx';
import { useMergedEdit } from '../../changes/merged.edit.ts';
import { useShareAddress } from '../../desk/share.address.ts';
import { ShareLink } from '../../desk/share.link.tsx';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { groupNumbers } from '../../riders/group.numbers.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { NumberField, ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/parts/card.tsx';

/** Form for the settings of the entry page; shows its link and QR code while it is open (J1). */
export function EntrySettings({ competitionId, page }: { competitionId: number; page: EntryPage }) {
  const edit = useMergedEdit(page);
  const { formProps, problems } = useCheckedForm({
    schema: entryPageFieldsSchema,
    values: (fields) => ({
      is_open: fields.get('is_open') === 'on',
      closes_on: fields.get('closes_on') || null,
      limit_in_all: parseNumber(fields.get('limit_in_all')),
      limits_of_groups: readLimits(fields),
      text: fields.get('text'),
      link: fields.get('link'),
      keep_days: parseNumber(fields.get('keep_days')),
    }),
    send: (filled) => {
      const body = { ...filled, limits_of_groups: applyLimits(edit.seen.limits_of_groups, filled.limits_of_groups) };
      return edit.attempt(body, () =>
        perform(
          updateEntryPage,
          { params: { id: competitionId }, body: { ...body, seen: edit.seen } },
          { said: m.entry_settings_saved() },
        ),
      );
    },
    onDone: ({ page: saved }) => edit.restart(saved),
  });
  const link = `${useShareAddress()}/entry/${competitionId}`;
  return (
    <Card title={m.entry_page()} why={m.entry_page_why()}>
      {page.is_open && <ShareLink label={m.entry_page_link()} link={link} qr={m.entry_page_qr()} />}
      <EditForm {...formProps} edit={edit} className="stack">
        <Tick name="is_open" label={m.entry_is_open()} defaultChecked={edit.initial.is_open} />
        <TextField name="closes_on" type="date" label={m.entry_closing()} />
        <NumberField name="limit_in_all" label={m.entry_limit()} hint={m.entry_limit_hint()} />
        <GroupLimits competitionId={competitionId} initial={edit.initial.limits_of_groups} problems={problems} />
        <ParagraphField name="text" label={m.entry_text()} hint={m.entry_text_hint()} />
        <TextField name="link" type="url" label={m.entry_web_link()} />
        <NumberField name="keep_days" max={365} label={m.entry_keep_days()} hint={m.entry_keep_days_hint()} />
      </EditForm>
    </Card>
  );
}

const limits = groupNumbers('places of ');

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

const parseNumber = (value: FormDataEntryValue | null): number | null =>
  value === null || value === '' ? null : Number(value);

/** Reads the group limits; null for an empty field, which means no limit. */
const readLimits = (fields: FormData) => limits.read(fields).map(({ value, ...group }) => ({ ...group, limit: value }));

/** Returns the limits with those of the fields, in the order they had, so that unchanged limits compare as the same. */
const applyLimits = (limits: readonly GroupLimit[], filled: ReturnType<typeof readLimits>): GroupLimit[] =>
  distinctGroups([...limits, ...filled]).filter((one): one is GroupLimit => one.limit !== null);
