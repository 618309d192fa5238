import { updateJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { type JudgeLink, judgeLinkInputSchema, judgeLinkUpdateSchema } from '@dossard/contract/judges/judge.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { parseMoment, parseNumber, writeMoment } from '../../text/typed.values.ts';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';
import { type LinkedCompetition, makeLink } from './link.actions.ts';

interface Props {
  competition: LinkedCompetition;
  onClose: () => void;
}

/** Makes a link of chosen zones, for a person or a while. */
export function NewLinkDialog({ competition, zones, onClose }: Props & { zones: readonly Zone[] }) {
  const { formProps } = useCheckedForm({
    schema: judgeLinkInputSchema,
    values: (fields) => {
      const chosen = fields.getAll('zone_ids').map(Number);
      return {
        zone_ids: chosen.length === zones.length ? null : chosen,
        label: fields.get('label'),
        starts_at: parseMoment(fields.get('starts_at')),
        ends_at: parseMoment(fields.get('ends_at')),
        phones: parseNumber(fields.get('phones')),
      };
    },
    objections: ({ zone_ids }): Record<string, string> =>
      zone_ids?.length === 0 ? { zone_ids: m.judge_link_zones_missing() } : {},
    send: (body) => makeLink(competition, body),
    onDone: onClose,
  });
  return (
    <FormDialog title={m.judge_link_make()} of={formProps} onClose={onClose} action={m.judge_link_make()}>
      {zones.length > 0 && (
        <Chips
          legend={m.zones()}
          name="zone_ids"
          type="checkbox"
          choices={zones.map(({ id, name }) => ({ value: String(id), label: name }))}
          defaultChosen={zones.map(({ id }) => String(id))}
        />
      )}
      <TextField name="label" label={m.judge_link_label()} hint={m.judge_link_label_hint()} maxLength={60} />
      <TextField name="starts_at" type="datetime-local" label={m.judge_link_from()} hint={m.judge_link_from_hint()} />
      <TextField name="ends_at" type="datetime-local" label={m.judge_link_until()} hint={m.judge_link_until_hint()} />
      <PhonesField initial={3} />
    </FormDialog>
  );
}

const PhonesField = ({ initial }: { initial: number }) => (
  <NumberField name="phones" label={m.judge_link_phones_each()} max={20} defaultValue={initial} />
);

/** Changes the end and the number of phones of a link. */
export function EditLinkDialog({ competition, link, onClose }: Props & { link: JudgeLink }) {
  const { formProps } = useCheckedForm({
    schema: judgeLinkUpdateSchema,
    values: (fields) => ({
      ends_at: parseMoment(fields.get('ends_at')) ?? undefined,
      phones: parseNumber(fields.get('phones')),
    }),
    send: (body) =>
      perform(updateJudgeLink, { params: { id: competition.id, linkId: link.id }, body, said: m.judge_link_changed() }),
    onDone: onClose,
  });
  return (
    <FormDialog title={m.judge_link_edit()} of={formProps} onClose={onClose}>
      <TextField
        name="ends_at"
        type="datetime-local"
        label={m.judge_link_until()}
        defaultValue={writeMoment(new Date(link.ends_at))}
      />
      <PhonesField initial={link.phones} />
    </FormDialog>
  );
}
