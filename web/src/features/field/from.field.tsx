import { answerDeskCall, decideRunRequest } from '@dossard/contract/judges/desk.endpoints.ts';
import {
  callAnswerSchema,
  type DeskCall,
  type RunRequest,
  requestDecisionSchema,
} from '@dossard/contract/judges/desk.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { formatFieldChanges } from '../../changes/change.words.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { useAnyOfficial } from '../../desk/reason.field.tsx';
import { RiderOfBib } from '../../desk/typed.rider.tsx';
import { note } from '../../device/notes.ts';
import { m } from '../../paraglide/messages.js';
import { deskCallsOf, openCalls, runRequestsOf } from '../../queries/field.queries.ts';
import { perform } from '../../queries/perform.ts';
import { formatCorrected } from '../../riders/correction.words.ts';
import { Bib } from '../../riders/rider.tsx';
import { RunChips } from '../../riders/run.chips.tsx';
import { formatChrono, formatTime } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { TextField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Form, useCheckedForm } from '../../ui/forms/form.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { ReopenZone } from './close.zone.tsx';
import styles from './field.module.css';

/** What the field tells the desk now: calls without an answer, corrections to decide, closed zones; else nothing. */
export function FromField({ zones }: { zones: readonly Zone[] }) {
  const page = usePageCompetition();
  const { data: called, error } = useQuery(deskCallsOf(page.id));
  const { data: asked } = useQuery(runRequestsOf(page.id));
  const calls = openCalls(called?.calls);
  const requests = asked?.requests.filter(({ state }) => state === 'open') ?? [];
  const closed = zones.filter(({ closed_at }) => closed_at);
  const [sound, setSound] = useState(soundIsOn);
  useSound(
    calls.map(({ call_id }) => call_id),
    called !== undefined,
  );
  if (error && !called) return <FailureAlert error={error} />;
  if (calls.length + requests.length + closed.length === 0) return null;
  const nameOf = (id: number) => zones.find((zone) => zone.id === id)?.name ?? m.zone_number({ id });
  return (
    <Card title={m.from_field()} className={styles.field}>
      <ul className="lines">
        {calls.map((call) => (
          <li key={call.call_id} data-kind={call.kind}>
            <Call call={call} zone={nameOf(call.zone_id)} />
          </li>
        ))}
        {requests.map((request) => (
          <li key={request.request_id}>
            <Request request={request} />
          </li>
        ))}
        {closed.map((zone) => (
          <li key={zone.id} className="row apart">
            <span>{m.zone_is_closed({ zone: zone.name, time: formatTime(zone.closed_at ?? '', 'minute') })}</span>
            <ReopenZone zone={zone} />
          </li>
        ))}
      </ul>
      <Tick
        label={m.call_sound()}
        checked={sound}
        onTick={(isOn) => {
          switchSound(isOn);
          setSound(isOn);
        }}
      />
    </Card>
  );
}

/** One call with the field for a short answer. */
function Call({ call, zone }: { call: DeskCall; zone: string }) {
  const { id } = usePageCompetition();
  const answer = (body: { answer: string }) =>
    perform(answerDeskCall, {
      params: { id, call: call.call_id },
      body,
      said: m.call_answered({ name: call.by }),
    });
  const { formProps, sending, failure } = useCheckedForm({
    schema: callAnswerSchema,
    send: answer,
    emptyWords: { answer: m.call_answer_missing() },
  });
  return (
    <div className="stack">
      <p>
        <strong>
          {m.desk_call({ kind: call.kind })} · <span translate="no">{zone}</span>
        </strong>{' '}
        <span className="soft">
          {formatTime(call.at, 'minute')} · <span translate="no">{call.by}</span>
        </span>
        {call.text && (
          <>
            <br />
            {call.text}
          </>
        )}
      </p>
      <Form {...formProps} className={`row ${styles.answer}`}>
        <TextField name="answer" label={m.call_answer()} autoComplete="off" />
        <Button action={m.call_answer_send()} type="submit" look="go" disabled={sending.isPending} />
        <ActionButton
          action={m.call_seen()}
          of={call.by}
          hindered={sending.isPending}
          act={() => answer({ answer: m.call_seen() })}
        />
      </Form>
      {failure && <FailureAlert error={failure} />}
    </div>
  );
}

/** Says of a rider whose group is official what a correction changes. */
function OfficialNote({ rider }: { rider: Participant }) {
  return useAnyOfficial([rider]) && <span className={styles.official}>{m.request_is_official()}</span>;
}

/** A correction that a referee asks for, old and new side by side. */
function Request({ request }: { request: RunRequest }) {
  const { id } = usePageCompetition();
  const titleId = useId();
  const official = (rider: Participant) => <OfficialNote rider={rider} />;
  const accepting = useRef(true);
  const { run, wanted, asked_by, reason } = request;
  const changes = wanted.remove ? [] : formatFieldChanges(run, { ...run, ...wanted }, true);
  const { formProps, sending, failure } = useCheckedForm({
    schema: requestDecisionSchema,
    values: (fields) => ({ accept: accepting.current, word: fields.get('word') }),
    send: (body) =>
      perform(decideRunRequest, {
        params: { id, request: request.request_id },
        body,
        said: body.accept ? formatCorrected(request) : m.request_declined({ name: asked_by }),
      }),
  });
  return (
    <section className="stack" aria-labelledby={titleId}>
      <div className="row">
        <Bib dossard={run.dossard} />
        <h3 id={titleId}>{m.request_of({ name: asked_by, zone: run.zone_name })}</h3>
      </div>
      <p>
        <RiderOfBib dossard={run.dossard} more={official} />
      </p>
      <p>
        <q>{reason}</q>
      </p>
      <dl className="fields">
        <div>
          <dt>{m.request_recorded()}</dt>
          <dd>
            <RunChips doors={run} />
            {m.run_facts({ penality: run.penality, time: formatChrono(run.chrono_sec) })}
          </dd>
        </div>
        <div>
          <dt>{m.request_wanted()}</dt>
          <dd>
            {wanted.remove ? (
              <strong>{m.correction_remove()}</strong>
            ) : (
              <>
                <RunChips doors={wanted} />
                {m.run_facts({ penality: wanted.penality, time: formatChrono(wanted.chrono_sec) })}
                {wanted.to_dossard && (
                  <>
                    {' · '}
                    <strong>{m.rider_by_bib({ dossard: wanted.to_dossard })}</strong>{' '}
                    <RiderOfBib dossard={wanted.to_dossard} more={official} />
                  </>
                )}
              </>
            )}
          </dd>
        </div>
      </dl>
      {changes.length > 0 && (
        <p>
          <strong>{changes.join(' · ')}</strong>
        </p>
      )}
      <Form {...formProps} className={`row ${styles.answer}`}>
        <TextField name="word" label={m.request_word()} autoComplete="off" />
        <div className="desk-actions">
          <Button
            action={wanted.remove ? m.delete() : m.request_accept()}
            type="submit"
            look="go"
            disabled={sending.isPending}
            onClick={() => {
              accepting.current = true;
            }}
          />
          <Button
            action={m.request_decline()}
            type="submit"
            disabled={sending.isPending}
            onClick={() => {
              accepting.current = false;
            }}
          />
        </div>
      </Form>
      {failure && <FailureAlert error={failure} />}
    </section>
  );
}

/* A short tone at each new call from the field, on desks that want it. */

const soundKey = 'call-sound';

const soundIsOn = (): boolean => localStorage.getItem(soundKey) !== null;

/** Switches the tone on or off on this device; switching it on plays it once, which browsers need to allow it later. */
function switchSound(on: boolean): void {
  note(soundKey, on ? 'on' : undefined);
  if (on) playTone();
}

/** Length of the tone in seconds, and its frequency in hertz. */
const toneSec = 0.4;
const toneHz = 880;

function playTone(): void {
  const audio = new AudioContext();
  const tone = audio.createOscillator();
  tone.frequency.value = toneHz;
  tone.connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + toneSec);
  tone.onended = () => void audio.close();
}

/** Plays the tone for each id that was not there before; those of the first list are not new. */
function useSound(ids: readonly string[], isRead: boolean): void {
  const known = useRef<ReadonlySet<string>>(undefined);
  const list = ids.join(' ');
  useEffect(() => {
    if (!isRead) return;
    const now = list.split(' ').filter(Boolean);
    const before = known.current;
    known.current = new Set([...(before ?? []), ...now]);
    if (before && soundIsOn() && now.some((id) => !before.has(id))) playTone();
  }, [list, isRead]);
}
