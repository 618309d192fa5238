import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import { TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { FormEnd } from '../../ui/forms/form.end.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import type { Entry } from '../outbox/entry.ts';
import { moveRun } from '../outbox/outbox.ts';

const reasonSchema = z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) });

/** Takes a run out of what is to be sent, with the reason; it can be put back for two days. */
export function DiscardRunForm({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { formProps, problems, sending } = useCheckedForm({
    schema: reasonSchema,
    send: ({ reason }) => moveRun(entry.submission.submission_id, { type: 'discarded', reason, now: Date.now() }),
    emptyWords: { reason: m.discard_reason_missing() },
    onDone: onClose,
  });
  return (
    <form {...formProps} className="outbox-form" aria-label={m.discard_run()}>
      {/* An attempt without an answer may have stored the run all the same. */}
      {entry.problem && entry.state === 'waiting' && <Alert kind="warning" title={m.discard_maybe_recorded()} />}
      <TextField name="reason" label={m.discard_reason()} problem={problems.reason} maxLength={200} autoFocus />
      <FormEnd sending={sending} action={m.discard_run()} onCancel={onClose} />
    </form>
  );
}
