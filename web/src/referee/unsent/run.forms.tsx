import { doorsShape, maxPenality } from '@dossard/contract/runs/run.schema.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import { DoorsField, readDoors } from '../../riders/run.fields.tsx';
import { parseNumber } from '../../text/typed.values.ts';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { findRider } from '../offline/field.ts';
import type { KeptRun } from '../outbox/kept.run.ts';
import { moveRun } from '../outbox/outbox.ts';
import styles from './unsent.module.css';

const correctionSchema = z.object({
  dossard: idSchema,
  ...doorsShape,
  penality: z.int().check(z.minimum(0), z.maximum(maxPenality)),
});

/** Corrects a run that the server has certainly not stored: most often a wrong bib. */
export function CorrectRunForm({ run, onClose }: { run: KeptRun; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { submission } = run;
  const { formProps } = useCheckedForm({
    schema: correctionSchema,
    values: (fields) => ({
      dossard: parseNumber(fields.get('dossard')),
      ...readDoors(fields),
      penality: parseNumber(fields.get('penality')),
    }),
    send: async ({ dossard, penality, ...doors }) => {
      const zone = { competitionId: submission.competition_id, zoneId: submission.zone_id };
      const { first_name, last_name, category, gender } = await findRider(queryClient, zone, dossard);
      const rider = { first_name, last_name, category, gender };
      await moveRun(submission.submission_id, { type: 'corrected', dossard, doors, penality, rider, now: Date.now() });
    },
    fieldOf: { participant_not_found: 'dossard' },
    onDone: onClose,
  });
  return (
    <Form {...formProps} className={`stack ${styles.outboxForm}`} aria-label={m.correct_run()}>
      <TextField name="dossard" label={m.dossard()} inputMode="numeric" defaultValue={submission.dossard} autoFocus />
      <DoorsField initial={submission} />
      <NumberField name="penality" min={0} max={maxPenality} label={m.penalties()} defaultValue={submission.penality} />
      <FormEnd action={m.save_and_send()} onCancel={onClose} />
    </Form>
  );
}

const reasonSchema = z.object({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)) });

/** Discards a run with a reason; it can be restored for two days. */
export function DiscardRunForm({ run, onClose }: { run: KeptRun; onClose: () => void }) {
  const { formProps } = useCheckedForm({
    schema: reasonSchema,
    send: ({ reason }) => moveRun(run.submission.submission_id, { type: 'discarded', reason, now: Date.now() }),
    emptyWords: { reason: m.discard_reason_missing() },
    onDone: onClose,
  });
  return (
    <Form {...formProps} className={`stack ${styles.outboxForm}`} aria-label={m.discard_run()}>
      {/* An attempt without an answer may nevertheless have stored the run. */}
      {run.problem && run.state === 'waiting' && <Alert kind="warning" title={m.discard_maybe_recorded()} />}
      <TextField name="reason" label={m.discard_reason()} maxLength={200} autoFocus />
      <FormEnd action={m.discard_run()} onCancel={onClose} />
    </Form>
  );
}
