import type { JudgeSession } from '@dossard/contract/judges/judge.schema.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useBlocker } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { isGone } from '../api/denied.ts';
import { readMoment } from '../device/clock.ts';
import { laterPart } from '../device/later.part.ts';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { competitionById } from '../queries/competition.queries.ts';
import { fullName, GenderWords } from '../riders/rider.words.tsx';
import { isJudging, readerHere } from '../session/session.store.ts';
import { formatDuration, formatTime } from '../text/formats.ts';
import { RetryAlert } from '../ui/failure/retry.alert.tsx';
import { PageFrame } from '../ui/frame/page.frame.tsx';
import { Alert } from '../ui/parts/alert.tsx';
import { useKeptFlow } from './flow/kept.flow.ts';
import { type Flow, isUnderWay, type Move, ridingNow, writeSubmission } from './flow/referee.flow.ts';
import { toZones } from './links/field.links.tsx';
import { rosterOf, useFieldKept, zonesInField } from './offline/field.ts';
import { useKept } from './offline/kept.answers.ts';
import { canWorkOffline, useOpensOffline } from './offline/offline.worker.ts';
import { isUnsent, type KeptRun, newKeptRun } from './outbox/kept.run.ts';
import { keepRun, useOutbox } from './outbox/outbox.ts';
import { phoneId } from './phone/phone.id.ts';
import { RefereeFrame } from './referee.frame.tsx';
import styles from './referee.module.css';
import { type Contact, useServerContact } from './server.contact.tsx';
import { CallButton } from './steps/call.button.tsx';
import { DossardStep } from './steps/dossard.step.tsx';
import { InactivityDialog } from './steps/inactivity.dialog.tsx';
import { findUnseenFailure, ManualRetry } from './steps/manual.retry.tsx';
import { RiddenSteps } from './steps/ridden.steps.tsx';
import stepStyles from './steps/steps.module.css';
import { SuccessStep } from './steps/success.step.tsx';
import { UnsentLink } from './unsent/unsent.link.tsx';

// Lazy, because most referees never call.
const ToDesk = laterPart(() => import('./desk/to.desk.tsx'), 'ToDesk');
const CallFromRun = laterPart(() => import('./desk/to.desk.tsx'), 'CallFromRun');
const DeskAnswers = laterPart(() => import('./desk/to.desk.tsx'), 'DeskAnswers');

interface Props {
  competitionId: number;
  zoneId: number;
  /** Set for a judge with a link, who has no profile. */
  judge?: Pick<JudgeSession, 'name'>;
}

/** The referee's screen for one zone: five steps from bib number to recorded run (F1). */
export default function RefereePage({ competitionId, zoneId, judge }: Props) {
  const zones = useQuery(zonesInField(competitionId));
  const competition = useQuery(competitionById(competitionId));
  useQuery(rosterOf(competitionId));
  useFieldKept(competitionId);
  const zone = zones.data?.zones.find(({ id }) => id === zoneId);
  const [user] = useState(readerHere);
  const [flow, move] = useKeptFlow(user, competitionId, zoneId);
  const zoneName = zone?.name ?? m.zone_number({ id: zoneId });
  const { submit, notKept } = useSubmit({ competitionId, zoneId, zoneName, judge, user, flow, move });
  const contact = useServerContact(competitionId, zoneId, ridingNow(flow));
  const { runs = [] } = useOutbox();
  const failed = findUnseenFailure(runs, { user, zoneId, reached: contact.reached });
  useBlocker({
    shouldBlockFn: () => isUnderWay(flow) && !window.confirm(m.leave_run_sure()),
    enableBeforeUnload: false,
  });

  const gone = isGone(zones.error);
  // A run in progress continues to its end, and its success or failure is shown.
  const missing = (gone || (zones.data && !zone)) && !isUnderWay(flow) && flow.step !== 'success';
  if (missing || Number.isNaN(competitionId) || Number.isNaN(zoneId))
    return <NoSuchZone competitionId={competitionId} />;

  const graduations = zone?.graduations;
  const present = graduations && flow.rider ? graduationFor(graduations, flow.rider) : undefined;
  const graduation = present ?? flow.graduation ?? undefined;
  const graduationIsGone = !present && (gone || zones.data !== undefined);
  return (
    <GenderWords youth={competition.data?.youth_words}>
      <RefereeFrame
        title={zoneName}
        subtitle={competition.data?.name ?? '\u00a0'}
        leave={<Link {...toZones(competitionId)}>{m.change_zone()}</Link>}
        strip={<StatusStrip competitionId={competitionId} contact={contact} />}
        step={flow.step}
      >
        {zones.error && !zone && flow.step !== 'run-registration' && (
          <RetryAlert error={zones.error} retry={zones.refetch} />
        )}
        {flow.step === 'dossard-input' && <FirstStep {...{ competitionId, zoneId, zone, move }} failed={failed} />}
        {flow.step === 'run-ready-to-submit' && notKept && (
          <Alert kind="problem" title={m.run_not_kept()} why={m.run_not_kept_why()} />
        )}
        <RiddenSteps
          {...{ flow, zoneName, graduations, graduation, graduationIsGone, move, submit }}
          here={{ competition_id: competitionId, zone_id: zoneId }}
          laps={competition.data ?? {}}
          call={
            <Suspense fallback={<CallButton />}>
              <CallFromRun {...{ competitionId, zoneId, zone }} />
            </Suspense>
          }
        />
        {flow.step === 'success' && <SuccessStep flow={flow} zoneName={zoneName} move={move} />}
        <InactivityDialog competitionId={competitionId} zoneName={zoneName} flow={flow} />
      </RefereeFrame>
    </GenderWords>
  );
}

interface SubmitInput extends Props {
  zoneName: string;
  user: string;
  flow: Flow;
  move: (move: Move) => void;
}

/** Returns `submit`, which writes the run into the outbox; `notKept` is true after it could not be written. */
function useSubmit({ competitionId, zoneId, zoneName, judge, user, flow, move }: SubmitInput) {
  const { data: referee } = useQuery({ ...profile(), enabled: !judge });
  const [notKept, setNotKept] = useState(false);
  async function submit() {
    const { rider } = flow;
    if (!rider) return;
    const at = readMoment();
    const here = { competition_id: competitionId, zone_id: zoneId, phone_id: phoneId() };
    const submission = writeSubmission(flow, here, at);
    const { first_name, last_name, category, gender } = rider;
    const by = {
      user,
      referee_name: judge?.name ?? (referee ? fullName(referee) : user),
      rider: { first_name, last_name, category, gender },
      unknown_bib: rider.unknown_bib ?? false,
      zone_name: zoneName,
    };
    try {
      // On the disk of this phone before anything is sent, and before the next step is shown.
      await keepRun(newKeptRun(submission, by, at.wall));
      setNotKept(false);
      move({ type: 'run-submitted' });
    } catch (error) {
      console.error('The run could not be kept:', error);
      setNotKept(true);
    }
  }
  return { submit, notKept };
}

interface FirstStepProps extends Pick<Props, 'competitionId' | 'zoneId'> {
  zone: Zone | undefined;
  /** A run that failed since, to be retried before the next rider. */
  failed: KeptRun | undefined;
  move: (move: Move) => void;
}

/** The next rider's bib, or what comes before it. */
function FirstStep({ competitionId, zoneId, zone, failed, move }: FirstStepProps) {
  if (failed) return <ManualRetry run={failed} />;
  return (
    <>
      {zone?.closed_at && <Alert kind="warning" title={m.zone_closed_here()} />}
      <div role="status">
        <Suspense>
          <DeskAnswers competitionId={competitionId} />
        </Suspense>
      </div>
      <DossardStep
        {...{ competitionId, zoneId, move }}
        graduations={zone?.graduations}
        desk={
          <Suspense fallback={<div className={stepStyles.toDesk} />}>
            <ToDesk competitionId={competitionId} zoneId={zoneId} zone={zone} />
          </Suspense>
        }
      />
    </>
  );
}

/** Shown for an unknown zone, with a link back to the zones. */
function NoSuchZone({ competitionId }: { competitionId: number }) {
  return (
    <PageFrame>
      <main className="page">
        <Alert kind="problem" title={m.referee_invalid_zone()}>
          {Number.isNaN(competitionId) ? (
            <Link to="/competitions">{m.my_competitions()}</Link>
          ) : (
            <Link {...toZones(competitionId)}>{m.back_to_zones()}</Link>
          )}
        </Alert>
      </main>
    </PageFrame>
  );
}

/**
 * One line that is always there, so that nothing moves under a finger: whether the server answers, what this phone can
 * do without it (O9) or that its clock is wrong (D4), and how many runs it still holds.
 */
function StatusStrip({ competitionId, contact }: { competitionId: number; contact: Contact }) {
  const readiness = useReadiness(competitionId);
  const { reached, isOut, lostSince, wrongMin } = contact;
  const isLinkOver = isOut && isJudging();
  // The number of runs beside it says the rest.
  const holdsRuns = (useOutbox().runs ?? []).some(isUnsent);
  return (
    <div className={styles.strip} data-lost={!reached || isLinkOver || undefined}>
      <p role="status">
        {!reached &&
          (holdsRuns ? m.server_lost_short : m.server_lost_since)({
            time: formatTime(lostSince ?? Date.now(), 'minute'),
          })}
        {reached && isLinkOver && m.judge_over_strip()}
        {reached && !isLinkOver && (wrongMin ? m.clock_wrong_here({ time: formatDuration(wrongMin * 60) }) : readiness)}
      </p>
      <UnsentLink />
    </div>
  );
}

/** Describes what this phone can do without network. */
function useReadiness(competitionId: number): string {
  const { data, dataUpdatedAt, isError } = useQuery(rosterOf(competitionId));
  // Where the page cannot be opened without network, only the list is prepared.
  const isPagePrepared = useOpensOffline() || !canWorkOffline();
  const kept = useKept([rosterOf(competitionId).queryKey, zonesInField(competitionId).queryKey]);
  if (!data && isError) return m.field_not_ready();
  if (kept === 'failing') return m.field_not_kept();
  if (!data || kept !== 'kept') return m.field_preparing();
  if (!isPagePrepared) return m.field_preparing_page();
  const list = { count: data.participants.length, time: formatTime(dataUpdatedAt, 'minute') };
  return canWorkOffline() ? m.field_ready(list) : m.field_ready_open(list);
}
