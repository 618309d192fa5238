import {
  type CallKind,
  callKindSchema,
  deskCallInputSchema,
  type RunRequest,
  runRequestInputSchema,
} from '@dossard/contract/judges/desk.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createKey } from '../../api/client.ts';
import { note, readNote } from '../../device/notes.ts';
import { m } from '../../paraglide/messages.js';
import { formatCorrected } from '../../riders/correction.words.ts';
import { fullName } from '../../riders/rider.words.tsx';
import { DoorsField, RunNumbers, readRun } from '../../riders/run.fields.tsx';
import { readerHere } from '../../session/session.store.ts';
import { formatChrono, formatTime } from '../../text/formats.ts';
import { parseNumber } from '../../text/typed.values.ts';
import { Chips } from '../../ui/fields/chips.tsx';
import { NumberField, TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import type { KeptRun } from '../outbox/kept.run.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { CallButton } from '../steps/call.button.tsx';
import { Notice } from '../steps/notice.list.tsx';
import { StepDialog } from '../steps/step.dialog.tsx';
import styles from '../steps/steps.module.css';
import { useDeskAnswers, useDeskMessages } from '../told/desk.messages.ts';
import { type Message, messageIdOf, waitingMessages } from '../told/kept.messages.ts';

interface Props {
  competitionId: number;
  zoneId: number;
  zone: Zone | undefined;
}

/** Calls the desk and asks for corrections from the first step, also without network (U6, U7). */
export function ToDesk({ competitionId, zoneId, zone }: Props) {
  const told = useDeskMessages(competitionId);
  const [doing, setDoing] = useState<'call' | 'correct'>();
  const close = () => setDoing(undefined);
  const waiting = waitingMessages(told.entries);
  const [last, setLast] = useState<Message>();
  // Where the referee looks after sending; it is also on top, until it was seen.
  const answer = useAnswers(competitionId).answers.find(({ to }) => last && to === messageIdOf(last));
  const isSaying = waiting.length > 0 || (last !== undefined && !answer?.isSeen);
  const tell = (message: Message) => {
    setLast(message);
    told.keep(message);
  };
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // On a small phone it is below the window, and nothing else says that somebody was called.
    if (last !== undefined && doing === undefined) said.current?.scrollIntoView({ block: 'nearest' });
  }, [last, doing]);
  return (
    <>
      <div className={styles.toDesk}>
        <PlainButton action={m.call_desk()} onClick={() => setDoing('call')} />
        <PlainButton action={m.ask_correction()} onClick={() => setDoing('correct')} />
      </div>
      {told.entries
        .filter(({ refused }) => refused !== undefined)
        .map((message) => (
          <Alert key={messageIdOf(message)} kind="problem" title={m.to_desk_refused()} why={message.refused}>
            <PlainButton action={m.understood()} onClick={() => told.drop(message)} />
          </Alert>
        ))}
      {/* Takes no place while it is empty, or it would move what is below when this has loaded. */}
      <p ref={said} role="status" className={isSaying ? 'soft' : 'visually-hidden'}>
        {waiting.length > 0 && m.to_desk_waiting({ count: waiting.length })}
        {waiting.length === 0 && last !== undefined && !answer && (
          <>
            <strong>
              {last.kind === 'call' ? m.desk_call(last.body) : m.ask_correction()} ·{' '}
              {formatTime(last.made_at, 'minute')}
            </strong>{' '}
            {m.to_desk_sent()}
          </>
        )}
        {waiting.length === 0 && answer && !answer.isSeen && (
          <>
            <strong>{m.desk_says()}</strong> {answer.text}
          </>
        )}
      </p>
      {doing === 'call' && <CallDialog zoneId={zoneId} zone={zone} tell={tell} onClose={close} />}
      {doing === 'correct' && (
        <CorrectionDialog competitionId={competitionId} zoneId={zoneId} tell={tell} onClose={close} />
      )}
    </>
  );
}

/** Calls the desk while a run goes on: somebody may have fallen (U6). */
export function CallFromRun({ competitionId, zoneId, zone }: Props) {
  const told = useDeskMessages(competitionId);
  const [isCalling, setIsCalling] = useState(false);
  const [hasTold, setHasTold] = useState(false);
  const isWaiting = told.entries.length > 0;
  const tell = (message: Message) => {
    setHasTold(true);
    told.keep(message);
  };
  const state = hasTold && (isWaiting ? m.call_waits() : m.call_sent());
  return (
    <>
      <CallButton state={state} onClick={() => setIsCalling(true)} />
      <span role="status" className="visually-hidden">
        {state}
      </span>
      {isCalling && <CallDialog zoneId={zoneId} zone={zone} tell={tell} onClose={() => setIsCalling(false)} />}
    </>
  );
}

function answerTo(request: RunRequest): string {
  if (request.state === 'open') return m.correction_open();
  return request.state === 'declined'
    ? m.correction_declined({ dossard: request.run.dossard })
    : formatCorrected(request);
}

/** Answers that the referee has seen, on this phone. */
const seenKey = 'desk-answers-seen';
const readSeen = () => (readNote(seenKey) ?? []) as string[];
/** How many are remembered; a competition has a few. */
const maxSeen = 200;

/** Lists what the desk has answered, each with the id of the message that it answers. */
function useAnswers(competitionId: number) {
  const { calls, requests } = useDeskAnswers(competitionId);
  const queryClient = useQueryClient();
  const queryKey = [seenKey];
  // Shared by both places; where the phone stores nothing, they are seen until the page is left.
  const { data: seen } = useQuery({
    queryKey,
    queryFn: readSeen,
    initialData: readSeen,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const answers = [
    ...calls
      .filter(({ answer }) => answer !== null)
      .map(({ call_id: to, kind, text, answer, answered_at }) => ({
        to,
        id: `${to} ${answered_at}`,
        text: `${m.desk_call({ kind })}${text && ` (${text})`} – ${answer}`,
      })),
    ...requests
      .filter(({ state }) => state !== 'open')
      .map((request) => ({
        to: request.request_id,
        id: request.request_id,
        text: [answerTo(request), ...(request.word ? [request.word] : [])].join(' – '),
      })),
  ].map((answer) => ({ ...answer, isSeen: seen.includes(answer.id) }));
  function see(id: string) {
    const next = [...seen, id].slice(-maxSeen);
    note(seenKey, JSON.stringify(next));
    queryClient.setQueryData(queryKey, next);
  }
  return { answers, see };
}

/** The desk's answers, each until the referee has seen it. */
export function DeskAnswers({ competitionId }: { competitionId: number }) {
  const { answers, see } = useAnswers(competitionId);
  return (
    <ul className={`plain ${styles.notices}`}>
      {answers
        .filter(({ isSeen }) => !isSeen)
        .map(({ id, text }) => (
          <Notice key={id} text={text} onUnderstood={() => see(id)}>
            <strong>{m.desk_says()}</strong> {text}
          </Notice>
        ))}
    </ul>
  );
}

interface TellingProps {
  zoneId: number;
  tell: (message: Message) => void;
  onClose: () => void;
}

/** Calls that change the zone at once, named by what they do (U8). */
const zoneWords: Partial<Record<CallKind, () => string>> = { zone_closed: m.zone_close, zone_open: m.zone_open_again };

function CallDialog({ zoneId, zone, tell, onClose }: TellingProps & { zone: Zone | undefined }) {
  const isClosed = zone?.closed_at != null;
  const [chosen, setChosen] = useState<CallKind>();
  const kinds = callKindSchema.options.filter((kind) => kind !== (isClosed ? 'zone_closed' : 'zone_open'));
  const { formProps } = useCheckedForm({
    schema: deskCallInputSchema,
    values: (fields) => ({ call_id: createKey(), zone_id: zoneId, kind: fields.get('kind'), text: fields.get('text') }),
    send: async (body) => tell({ kind: 'call', body, made_at: Date.now() }),
    onDone: onClose,
  });
  return (
    <StepDialog title={m.call_desk()} onClose={onClose}>
      <Form {...formProps} className={styles.form}>
        <Chips<CallKind>
          legend={m.call_kind()}
          name="kind"
          type="radio"
          choices={kinds.map((kind) => ({ value: kind, label: zoneWords[kind]?.() ?? m.desk_call({ kind }) }))}
          defaultChosen={['question']}
          onChoose={setChosen}
        />
        {chosen === 'zone_closed' && <p className="soft">{m.zone_close_why()}</p>}
        {chosen === 'medical' && <p className="soft">{m.call_medical()}</p>}
        <TextField name="text" label={m.call_text()} />
        <FormEnd action={((chosen && zoneWords[chosen]) ?? m.call_send)()} onCancel={onClose} />
      </Form>
    </StepDialog>
  );
}

/** How many of one's own last runs are offered. */
const offered = 10;

function CorrectionDialog({ competitionId, zoneId, tell, onClose }: TellingProps & Pick<Props, 'competitionId'>) {
  const { runs = [] } = useOutbox();
  const { requests } = useDeskAnswers(competitionId);
  const [chosen, setChosen] = useState<KeptRun>();
  const user = readerHere();
  const here = runs
    .filter((run) => run.user === user && run.submission.zone_id === zoneId)
    .slice(-offered)
    .reverse();
  const own = here.filter(({ receipt }) => receipt);
  const unknown = here.filter(({ unknown_bib, state }) => unknown_bib && state !== 'discarded');
  return (
    <StepDialog title={m.ask_correction()} onClose={onClose}>
      {chosen ? (
        <CorrectionForm run={chosen} tell={tell} onClose={onClose} />
      ) : (
        <>
          {own.length > 0 && <p className="soft">{m.correction_choose()}</p>}
          {own.length + unknown.length === 0 && <p className="soft">{m.correction_none()}</p>}
          <div className={styles.form}>
            {own.map((run) => {
              const { dossard, submission_id, chrono_sec } = run.submission;
              const asked = requests.find(
                (one) => one.run.dossard === dossard && one.run.run_number === run.receipt?.run_number,
              );
              return (
                <PlainButton key={submission_id} onClick={() => setChosen(run)}>
                  <span>
                    {dossard} {fullName(run.rider)} · {formatTime(run.made_at, 'minute')} ·{' '}
                    {m.points_count({ count: run.receipt?.points ?? 0 })} · {formatChrono(chrono_sec)}
                    {asked && <strong> · {answerTo(asked)}</strong>}
                  </span>
                </PlainButton>
              );
            })}
          </div>
          {unknown.length > 0 && (
            <p className="soft">
              {m.correction_unknown({ dossards: unknown.map(({ submission }) => submission.dossard).join(', ') })}
            </p>
          )}
          <PlainButton action={m.cancel()} look="quiet" onClick={onClose} />
        </>
      )}
    </StepDialog>
  );
}

function CorrectionForm({ run, tell, onClose }: { run: KeptRun } & Pick<TellingProps, 'tell' | 'onClose'>) {
  const { submission, receipt } = run;
  const { formProps } = useCheckedForm({
    schema: runRequestInputSchema,
    values: (fields) => {
      const dossard = parseNumber(fields.get('to_dossard'));
      return {
        request_id: createKey(),
        dossard: submission.dossard,
        run_number: receipt?.run_number,
        // The phone knows the run as it sent it.
        version: 1,
        ...readRun(fields),
        to_dossard: dossard === submission.dossard ? null : (dossard ?? null),
        remove: fields.has('remove'),
        reason: fields.get('reason'),
      };
    },
    emptyWords: { reason: m.correction_reason_missing() },
    send: async (body) => tell({ kind: 'request', body, made_at: Date.now() }),
    onDone: onClose,
  });
  return (
    <Form {...formProps} className={styles.form}>
      <NumberField name="to_dossard" label={m.dossard()} defaultValue={submission.dossard} />
      <DoorsField initial={submission} />
      <RunNumbers initial={submission} />
      <Tick name="remove" label={m.correction_remove()} />
      <TextField name="reason" label={m.correction_reason()} />
      <p className="soft">{m.correction_how()}</p>
      <FormEnd action={m.correction_send()} onCancel={onClose} />
    </Form>
  );
}
