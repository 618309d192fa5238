import { pickGroup } from '@dossard/contract/categories/group.ts';
import { holdResults } from '@dossard/contract/results/result.endpoints.ts';
import { type ManagedResult, resultHoldSchema } from '@dossard/contract/results/result.schema.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { parseMoment, writeMoment } from '../../text/typed.values.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { Chips } from '../../ui/fields/chips.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/form.tsx';

interface Props {
  results: readonly ManagedResult[];
}

/** Holds the results of groups from the public until they are released by hand or at a time (E12). */
export function HoldDialog({ results }: Props) {
  const { id } = usePageCompetition();
  const group = useGroupsName(results);
  const [first] = results;
  const { formProps } = useCheckedForm({
    schema: resultHoldSchema,
    values: (fields) => ({
      groups: results.map(pickGroup),
      held: fields.get('held'),
      release_at: parseMoment(fields.get('release_at')),
    }),
    send: (body) => perform(holdResults, { params: { id }, body, said: m.hold_done({ group }) }),
  });
  return (
    <FormDialog title={m.hold_title({ group })} of={formProps} action={m.hold_action()}>
      <p>{m.hold_why()}</p>
      <Chips
        type="radio"
        name="held"
        legend={m.hold_what()}
        defaultChosen={[first?.held ?? 'all']}
        words={{ all: m.hold_everything, podium: m.hold_podium }}
      />
      <TextField
        name="release_at"
        type="datetime-local"
        label={m.hold_until()}
        hint={m.hold_until_hint()}
        defaultValue={first?.release_at ? writeMoment(new Date(first.release_at)) : ''}
      />
    </FormDialog>
  );
}

/** Releases held results at once, after a confirmation. */
export function ReleaseDialog({ results }: Props) {
  const { id } = usePageCompetition();
  const group = useGroupsName(results);
  const sending = { params: { id }, body: { groups: results.map(pickGroup), held: null } };
  return (
    <ConfirmDialog
      title={m.hold_release_sure({ group })}
      action={m.hold_release()}
      act={() => perform(holdResults, { ...sending, said: m.hold_released({ group }) })}
      why={m.hold_release_why()}
    />
  );
}

/** Returns the name of a group, or the number of several. */
export function useGroupsName(results: readonly ManagedResult[]): string {
  const { groupWord } = useGenderWords();
  const [first] = results;
  return first && results.length === 1 ? groupWord(first) : m.groups_number({ count: results.length });
}
