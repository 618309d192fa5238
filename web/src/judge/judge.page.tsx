import { logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { getJudgeSession, openJudgeLink, readJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { type JudgeSession, judgeOpeningSchema } from '@dossard/contract/judges/judge.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { callApi } from '../api/client.ts';
import { Failure, formatFailure } from '../api/failure.ts';
import { laterPart } from '../device/later.part.ts';
import { AccountFrame } from '../features/accounts/account.frame.tsx';
import { m } from '../paraglide/messages.js';
import { read } from '../queries/read.ts';
import { BeforeDay } from '../referee/before.day.tsx';
import { forgetKept } from '../referee/offline/kept.answers.ts';
import { registerWorker } from '../referee/offline/offline.worker.ts';
import { phoneId } from '../referee/phone/phone.id.ts';
import { getUnsentCount, holdsBegunRun, holdsMessage } from '../referee/phone/phone.notes.ts';
import { UnsentLink } from '../referee/unsent/unsent.link.tsx';
import { accountHere, knownUser } from '../session/session.store.ts';
import { formatDay, formatMoment, joinFacts } from '../text/formats.ts';
import { Reading } from '../ui/failure/reading.tsx';
import { TextField } from '../ui/fields/text.field.tsx';
import { Form, FormFailure, SubmitButton, useCheckedForm } from '../ui/forms/form.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { CopyField } from '../ui/parts/copy.field.tsx';
import { Fact } from '../ui/parts/fact.tsx';
import { PlainButton } from '../ui/parts/plain.button.tsx';
import { useSettled } from '../ui/parts/taps.ts';
import { dropToken, forgetJudge, keepJudge, keptJudge } from './kept.judge.ts';

const WaitingMessages = laterPart(() => import('../referee/told/waiting.messages.tsx'), 'WaitingMessages');

/** Where a judge's link leads: a name, then the zone; later the zones of the link (U2). */
export default function JudgePage({ token }: { token: string | null }) {
  const router = useRouter();
  const [judge, setJudge] = useState(keptJudge);
  const [hasEnded, setHasEnded] = useState(false);
  const end = () => {
    setJudge(null);
    setHasEnded(true);
  };
  useEffect(() => {
    // So that a reload without network opens this page.
    void registerWorker();
  }, []);
  const drop = () => {
    dropToken();
    setJudge(keptJudge());
    void router.invalidate();
  };
  return (
    <AccountFrame>
      {token && <Opening key={token} token={token} before={judge} onLeave={drop} />}
      {!token && judge && <Judging judge={judge} onEnd={end} />}
      {!token && !judge && <WithoutLink hasEnded={hasEnded} />}
      <UnsentLink />
    </AccountFrame>
  );
}

interface OpeningProps {
  token: string;
  /** Who judged on this phone before; the phone may have been handed over. */
  before: JudgeSession | null;
  onLeave: () => void;
}

/** Shows what the link is for, and asks for a name only. */
function Opening({ token, before, onLeave }: OpeningProps) {
  const link = useQuery({
    queryKey: ['judge-link', token],
    queryFn: ({ signal }) => callApi(readJudgeLink, { body: { token }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isOffline = link.error !== null && !link.data;
  if (isOver(link.error)) return <LinkOver error={link.error} judge={before} onLeave={onLeave} />;
  return (
    <>
      <Reading of={link} waiting={14}>
        {({ competition, zones, ends_at }) => (
          <>
            <div>
              <h1 translate="no">{competition.name}</h1>
              <p className="soft">{joinFacts(formatDay(competition.date), competition.location)}</p>
            </div>
            <dl className="facts stack">
              <div>
                <dt>{m.judge_zones({ count: zones.length })}</dt>
                <dd translate="no">{zones.map(({ name }) => name).join(', ')}</dd>
              </div>
              <Fact name={m.judge_until()} value={formatMoment(ends_at)} />
            </dl>
            <BeforeDay competition={competition} />
            <NameForm token={token} before={before} onDone={onLeave} />
          </>
        )}
      </Reading>
      {isOffline && <p className="soft">{m.judge_link_kept()}</p>}
      {isOffline && before && <GoOn judge={before} onLeave={onLeave} />}
      {isInOtherProgram(navigator.userAgent) && <OpenElsewhere token={token} />}
    </>
  );
}

/** Whether the page is shown by a mail or chat program, whose storage does not last and which cannot be installed. */
const isInOtherProgram = (agent: string) =>
  /; wv\)|FBAN|FBAV|Instagram|Line\/|GSA\/|Snapchat|MicroMessenger/.test(agent) ||
  (/iPhone|iPad/.test(agent) && !/Safari\//.test(agent) && !matchMedia('(display-mode: standalone)').matches);

function OpenElsewhere({ token }: { token: string }) {
  const address = `${window.location.origin}/judge#${token}`;
  return (
    <Alert kind="warning" title={m.judge_other_browser()}>
      <div className="stack">
        <a className="button button-go" href={inOwnBrowser(address, navigator.userAgent)}>
          {m.judge_open_browser()}
        </a>
        <CopyField label={m.judge_link_copy()} text={address} />
      </div>
    </Alert>
  );
}

/** Returns an address that leaves a mail program for Safari, or for the default browser of Android. */
function inOwnBrowser(address: string, agent: string): string {
  if (/iPhone|iPad/.test(agent)) return `x-safari-${address}`;
  const [scheme, rest] = address.split('://');
  return `intent://${rest}#Intent;scheme=${scheme};action=android.intent.action.VIEW;end`;
}

function NameForm({ token, before, onDone }: { token: string; before: JudgeSession | null; onDone: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const account = accountHere();
  const unsent = getUnsentCount();
  const { formProps } = useCheckedForm({
    schema: judgeOpeningSchema,
    values: (fields) => ({ token, phone_id: phoneId(), name: fields.get('name') }),
    send: (body) => callApi(openJudgeLink, { body }),
    onDone: async (judge) => {
      keepJudge(judge);
      // Of another judge on this phone, or of the account that is signed in here.
      queryClient.clear();
      onDone();
      const [zone, another] = judge.zones;
      if (zone && !another) await navigate({ to: '/judge/zones/$zoneId', params: { zoneId: String(zone.id) } });
    },
  });
  return (
    <Form {...formProps} className="stack" initial={{ name: before?.name }}>
      <TextField name="name" label={m.judge_name()} hint={m.judge_name_hint()} autoComplete="name" autoFocus />
      {before && unsent > 0 && <p>{m.judge_handed_over({ name: before.name, count: unsent })}</p>}
      {account && <p className="soft">{m.judge_beside_account({ email: account })}</p>}
      <FormFailure />
      <SubmitButton action={m.judge_begin()} meanwhile={m.judge_beginning()} />
      <p className="soft small">{m.judge_private_mode()}</p>
    </Form>
  );
}

/** Whether a link or a judge's session can be used no more. */
const isOver = (error: Error | null): error is Failure =>
  error instanceof Failure && (error.code === 'judge_link_not_valid' || error.status === 401);

/** Says that a link opens nothing, and where to go on. */
function LinkOver({ error, judge, onLeave }: { error: Failure; judge: JudgeSession | null; onLeave: () => void }) {
  return (
    <>
      <h1>{m.judge_title()}</h1>
      <Alert kind="problem" title={formatFailure(error)} why={m.judge_link_over_why()} />
      {judge && <GoOn judge={judge} onLeave={onLeave} />}
    </>
  );
}

/** Leaves a link that cannot be opened for the zones of who judges on this phone already. */
const GoOn = ({ judge, onLeave }: { judge: JudgeSession; onLeave: () => void }) => (
  <PlainButton action={m.judge_go_on_as({ name: judge.name })} onClick={onLeave} />
);

/** The zones of the judge who began on this phone. */
function Judging({ judge: kept, onEnd }: { judge: JudgeSession; onEnd: () => void }) {
  const session = useQuery(read(getJudgeSession, { once: true }, { placeholderData: kept, retry: false }));
  const { data: judge = kept, isPlaceholderData } = session;
  useEffect(() => {
    // The organiser may have changed the link.
    if (!isPlaceholderData) keepJudge(judge);
  }, [judge, isPlaceholderData]);
  const over = isOver(session.error);
  return (
    <>
      <div>
        <h1 translate="no">{judge.competition_name}</h1>
        <p className="soft">
          {m.judge_as({ name: judge.name })} · {m.judge_until()} {formatMoment(judge.ends_at)}
        </p>
      </div>
      {over && <Alert kind="problem" title={m.judge_over()} why={m.judge_over_why()} />}
      {holdsBegunRun() && (
        <Alert kind="warning" title={holdsBegunRun(knownUser()) ? m.judge_run_held() : m.judge_run_of_other()} />
      )}
      {!over && judge.zones.length === 0 && <Alert kind="note" title={m.judge_no_zone()} />}
      {!over && (
        <ul className="list" aria-label={m.judge_choose_zone()}>
          {judge.zones.map(({ id, name }) => (
            <li key={id} className="row">
              <Link to="/judge/zones/$zoneId" params={{ zoneId: String(id) }} className="button button-go grow">
                {name}
              </Link>
            </li>
          ))}
        </ul>
      )}
      {holdsMessage() && (
        <Suspense>
          <WaitingMessages />
        </Suspense>
      )}
      <EndHere onEnd={onEnd} />
    </>
  );
}

/** Ends judging on this phone, after a second tap; unsent runs stay on it. */
function EndHere({ onEnd }: { onEnd: () => void }) {
  const ending = useMutation({
    // Once: without network the judge is told at once.
    mutationFn: () => callApi(logout, { once: true }),
    onSuccess: async () => {
      forgetJudge();
      await forgetKept();
      onEnd();
    },
  });
  const [asking, setAsking] = useState(false);
  const settled = useSettled(String(asking));
  return (
    <div className="stack">
      {asking && getUnsentCount() > 0 && <Alert kind="warning" title={m.judge_end_unsent()} />}
      {ending.error && <Alert kind="problem" title={formatFailure(ending.error)} />}
      <PlainButton
        action={asking ? m.judge_end_sure() : m.judge_end()}
        look="quiet"
        disabled={ending.isPending}
        // A double tap reads no question.
        aria-disabled={asking && !settled}
        onClick={() => (asking ? settled && ending.mutate() : setAsking(true))}
      />
    </div>
  );
}

/** For a phone that nobody judges on: it says good-bye to a judge who has just ended, and how the next one begins. */
function WithoutLink({ hasEnded }: { hasEnded: boolean }) {
  return (
    <>
      <h1>{m.judge_title()}</h1>
      {hasEnded && getUnsentCount() === 0 && !holdsBegunRun() && <Alert kind="good" title={m.judge_ended()} />}
      {holdsBegunRun() && <Alert kind="warning" title={m.judge_run_of_other()} />}
      <Alert kind="note" title={m.judge_scan()} why={m.judge_scan_why()} />
    </>
  );
}
