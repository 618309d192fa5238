import type { ResultState } from '@dossard/contract/declarations/result.state.schema.ts';
import { declareResult } from '@dossard/contract/results/result.endpoints.ts';
import { type ManagedResult, resultDeclarationSchema } from '@dossard/contract/results/result.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { invalidateResults } from '../../queries/result.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { readLines } from '../../text/typed.values.ts';
import { DialogEnd } from '../../ui/dialogs/dialog.end.tsx';
import { FormDialog } from '../../ui/dialogs/form.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { ParagraphField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { toast } from '../../ui/parts/toast.ts';

/** The state to declare for a group. */
export interface Declaration {
  result: ManagedResult;
  state: ResultState;
}

interface Props extends Declaration {
  competitionId: number;
  /** Names offered for the jury. */
  jury: readonly string[];
  onClose: () => void;
}

/** Default time for complaints, in minutes. */
const usualMinutes = 30;

/** Declares a group provisional, official or running again, with the details of that state (E1–E3). */
export function DeclareDialog(props: Props) {
  const { groupWord } = useGenderWords();
  const group = groupWord(props.result);
  const titles: Record<ResultState, string> = {
    running: m.results_run_again_sure({ group }),
    provisional: `${group} : ${m.results_declare_provisional()}`,
    official: `${group} : ${m.results_publish_next({ revision: props.result.revision + 1 })}`,
  };
  return (
    <FormDialog title={titles[props.state]} onClose={props.onClose}>
      {(close) => <DeclareForm {...props} group={group} onCancel={close} />}
    </FormDialog>
  );
}

function DeclareForm({
  competitionId,
  result,
  state,
  jury,
  group,
  onClose,
  onCancel,
}: Props & { group: string; onCancel: () => void }) {
  const queryClient = useQueryClient();
  const { category, gender } = result;
  const next = result.revision + 1;
  const needsReason = state === 'official' && next > 1;
  const { formProps, problems, sending } = useCheckedForm({
    schema: resultDeclarationSchema,
    values: (fields) => ({
      category,
      gender,
      state,
      ...(state === 'provisional' && { complaints_until: readMoment(String(fields.get('complaints_until') ?? '')) }),
      ...(state === 'official' && { jury: readLines(fields.get('jury')), reason: fields.get('reason') ?? '' }),
    }),
    objections: ({ reason }): Record<string, string> =>
      needsReason && !reason ? { reason: m.results_reason_missing() } : {},
    fieldOf: { reason_required: 'reason' },
    send: (body) => callApi(declareResult, { params: { id: competitionId }, body }),
    onDone: async (declared) => {
      await invalidateResults(queryClient, competitionId);
      toast('result', doneWords[state]({ group, revision: declared.revision }));
      onClose();
    },
  });
  return (
    <form {...formProps} className="dialog-body">
      {state === 'running' && <p>{m.results_run_again_why()}</p>}
      {state === 'provisional' && (
        <TextField
          name="complaints_until"
          type="datetime-local"
          label={m.results_until()}
          hint={m.results_until_hint()}
          problem={problems.complaints_until && m.results_until_invalid()}
          defaultValue={writeMoment(result.complaints_until)}
        />
      )}
      {state === 'official' && (
        <>
          <p>{m.results_publish_why()}</p>
          {needsReason && (
            <TextField
              name="reason"
              label={m.results_reason_for({ revision: next })}
              hint={m.results_reason_hint()}
              problem={problems.reason}
              maxLength={300}
              autoComplete="off"
            />
          )}
          <ParagraphField
            name="jury"
            label={m.results_jury()}
            hint={m.results_jury_hint()}
            problem={problems.jury}
            defaultValue={jury.join('\n')}
          />
        </>
      )}
      {sending.error && !problems.reason && <FailureAlert error={sending.error} />}
      <DialogEnd isPending={sending.isPending} onCancel={onCancel} action={actionWords[state](next)} />
    </form>
  );
}

const doneWords: Record<ResultState, (facts: { group: string; revision: number }) => string> = {
  running: m.results_now_running,
  provisional: m.results_now_provisional,
  official: m.results_now_official,
};
const actionWords: Record<ResultState, (revision: number) => string> = {
  running: () => m.results_run_again(),
  provisional: () => m.results_declare_provisional(),
  official: (revision) => (revision === 1 ? m.results_publish() : m.results_publish_next({ revision })),
};

/** Parses the local date and time of the field; an unreadable one is kept, so that it is marked as a problem. */
function readMoment(local: string): string | null {
  if (local === '') return null;
  const moment = new Date(local);
  return Number.isNaN(moment.getTime()) ? local : moment.toISOString();
}

/** Formats a moment for the field, in local time to the minute; null gives the default, counted from now. */
function writeMoment(moment: string | null): string {
  const date = moment ? new Date(moment) : new Date(Date.now() + usualMinutes * 60_000);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
