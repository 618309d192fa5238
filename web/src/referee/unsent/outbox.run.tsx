import { isJudgeName } from '@dossard/contract/calls/account.header.ts';
import { doorsShape, maxPenality } from '@dossard/contract/runs/run.schema.ts';
import { idSchema } from '@dossard/contract/text/text.schema.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { m } from '../../paraglide/messages.js';
import { Bib } from '../../riders/rider.tsx';
import { fullName } from '../../riders/rider.words.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { DoorsField, readDoors } from '../../riders/run.fields.tsx';
import { isJudging, knownUser } from '../../session/session.store.ts';
import { formatChrono, formatMoment, formatTime, joinFacts } from '../../text/formats.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { Line } from '../../ui/parts/line.tsx';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { RefereeGuideLink, toSignIn } from '../links/field.links.tsx';
import { findRider } from '../offline/field.ts';
import { canCorrect, canDiscard, isUnsent, type KeptRun } from '../outbox/kept.run.ts';
import { moveRun } from '../outbox/outbox.ts';
import { adviceFor, formatProblem } from './problem.words.ts';
import styles from './unsent.module.css';

/** The receipt of the run (H4). */
function ReceiptLines({ run: { state, receipt, ended_at } }: { run: KeptRun }) {
  if (state !== 'sent' || !receipt) return null;
  const { run_number, points, head } = receipt;
  return (
    <p className="stack-close small numbers">
      <strong>{m.receipt_of({ number: run_number, points })}</strong>
      <span>{m.receipt_at({ time: formatMoment(ended_at ?? 0) })}</span>
      <span className="soft" title={head.sha256}>
        {m.receipt_head({ length: head.length, hash: head.sha256.slice(0, 12) })}
      </span>
    </p>
  );
}

/** One run of the outbox: its rider, its state and the possible actions. */
export function OutboxRun({ run }: { run: KeptRun }) {
  const [doing, setDoing] = useState<'correct' | 'discard'>();
  const { submission, rider, state, problem } = run;
  const id = submission.submission_id;
  const mine = run.user === knownUser();
  const close = () => setDoing(undefined);
  const retry = () => void moveRun(id, { type: 'retried', now: Date.now() });
  return (
    <article
      className={`card item stack-close ${styles.outboxRun}`}
      aria-label={`${submission.dossard} ${fullName(rider)}`}
    >
      <Line
        start={<Bib dossard={submission.dossard} />}
        name={fullName(rider) || m.rider_by_bib({ dossard: submission.dossard })}
        facts={joinFacts(run.zone_name, formatTime(run.made_at, 'minute'))}
      />
      <RunChips doors={submission} />
      <div className="row apart numbers">
        <span>{m.run_facts({ penality: submission.penality, time: formatChrono(submission.chrono_sec) })}</span>
        <span className="pill" data-kind={state === 'refused' || state === 'signed-out' ? 'bad' : undefined}>
          {state === 'signed-out' && isJudgeName(run.user) ? m.judge_over() : m.run_delivery({ state })}
        </span>
      </div>
      <ReceiptLines run={run} />
      {problem && isUnsent(run) && (
        <>
          {state !== 'signed-out' && <p>{formatProblem(problem, run)}</p>}
          <p>
            {adviceFor(run)} <RefereeGuideLink section="refused" />
          </p>
        </>
      )}
      {run.discard_reason && <p className="soft">{m.discarded_because({ reason: run.discard_reason })}</p>}
      {doing === 'correct' && <CorrectRunForm run={run} onClose={close} />}
      {doing === 'discard' && <DiscardRunForm run={run} onClose={close} />}
      {mine && !doing && (isUnsent(run) || state === 'discarded') && (
        <div className="desk-actions">
          {state === 'signed-out' && (
            <ButtonLink {...toSignIn('/competitions/outbox')} label={isJudging() ? m.judge_title() : m.sign_in()} />
          )}
          {(state === 'waiting' || state === 'refused') && <PlainButton action={m.retry()} onClick={retry} />}
          {canCorrect(run) && <PlainButton action={m.correct_run()} onClick={() => setDoing('correct')} />}
          {canDiscard(run) && <PlainButton action={m.discard_run()} look="quiet" onClick={() => setDoing('discard')} />}
          {state === 'discarded' && (
            <PlainButton
              action={m.put_back_run()}
              onClick={() => void moveRun(id, { type: 'put-back', now: Date.now() })}
            />
          )}
        </div>
      )}
    </article>
  );
}

const correctionSchema = z.object({
  dossard: idSchema,
  ...doorsShape,
  penality: z.int().check(z.minimum(0), z.maximum(maxPenality)),
});

/** Corrects a run that the server has certainly not stored: most often a wrong bib. */
function CorrectRunForm({ run, onClose }: { run: KeptRun; onClose: () => void }) {
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
function DiscardRunForm({ run, onClose }: { run: KeptRun; onClose: () => void }) {
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
      <TextField name="reason" label={m.discard_reason()} autoFocus />
      <FormEnd action={m.discard_run()} onCancel={onClose} />
    </Form>
  );
}
