import { clockOf } from '@dossard/contract/starts/start.times.ts';
import type { Graduation } from '@dossard/contract/zones/zone.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { Failure, formatFailure } from '../../api/failure.ts';
import { mayUseCamera } from '../../device/hardware.ts';
import { homeScreenOf, readStorageState } from '../../device/lasting.storage.ts';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import { competitionById } from '../../queries/competition.queries.ts';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { ReaderMenu } from '../../ui/frame/reader.choices.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { nextRiders } from '../flow/next.bibs.ts';
import type { Move } from '../flow/referee.flow.ts';
import { riderOfUnknownBib } from '../flow/rider.ts';
import { RefereeGuideLink, toUnsent, toZones } from '../links/field.links.tsx';
import { findRider, rosterOf } from '../offline/field.ts';
import { canWorkOffline, useNewVersion } from '../offline/offline.worker.ts';
import { isUnsent, runsInZone } from '../outbox/kept.run.ts';
import { useOutbox } from '../outbox/outbox.ts';
import { BibField, useBibForm } from './bib.field.tsx';
import { NoticeList } from './notice.list.tsx';
import { StepButton } from './step.button.tsx';
import styles from './steps.module.css';

const BibScanner = laterPart(() => import('../../riders/bib.scanner.tsx'));

interface Props {
  competitionId: number;
  zoneId: number;
  /** Undefined until the zone has loaded. */
  graduations: readonly Graduation[] | undefined;
  move: (move: Move) => void;
  /** The ways to the desk, within reach of the thumb; outside the form, for they have forms of their own. */
  desk: ReactNode;
}

/** First step: the number on the rider's bib. */
export function DossardStep({ competitionId, zoneId, graduations, move, desk }: Props) {
  const queryClient = useQueryClient();
  const [scanning, setScanning] = useState(false);
  const search = useMutation({
    mutationFn: (dossard: number) => findRider(queryClient, { competitionId, zoneId }, dossard),
    onSuccess: (rider) => move({ type: 'rider-found', rider }),
  });
  const { onSubmit, field } = useBibForm((dossard) => search.mutate(dossard));
  return (
    <>
      <form className={styles.form} onSubmit={onSubmit} onInput={() => search.reset()} noValidate>
        <NoticeList competitionId={competitionId} zoneId={zoneId} fieldId={field.id} />
        <div className={styles.low}>
          {graduations && (
            <NextBibs {...{ competitionId, zoneId, graduations }} onChoose={(dossard) => search.mutate(dossard)} />
          )}
          <BibField {...field} describe={(dossard) => <Match {...{ competitionId, zoneId, dossard }} />} />
          {scanning && (
            <Suspense>
              <BibScanner competitionId={competitionId} onBib={(dossard) => search.mutate(dossard)} />
            </Suspense>
          )}
          {search.error && (
            <Alert kind="problem" title={formatFailure(search.error)}>
              <RefereeGuideLink section="bib" />
            </Alert>
          )}
          {isUnknownBib(search.error) && graduations && search.variables !== undefined && (
            <UnknownBib dossard={search.variables} graduations={graduations} move={move} />
          )}
        </div>
        <StepButton
          type="submit"
          action={search.isPending ? m.searching() : m.search_rider()}
          disabled={search.isPending}
        />
        {mayUseCamera() && (
          <PlainButton
            action={scanning ? m.bib_scan_end() : m.bib_scan()}
            aria-expanded={scanning}
            onClick={() => setScanning(!scanning)}
          />
        )}
      </form>
      {desk}
      <Link {...toZones(competitionId)} className={`button button-quiet ${styles.quiet}`}>
        {m.back_to_zones()}
      </Link>
      <div className={styles.choices}>
        <ButtonLink {...toUnsent()} look="quiet" label={m.phone_runs()} />
        <ReaderMenu />
      </div>
      <FieldState />
    </>
  );
}

const isUnknownBib = (error: unknown) => error instanceof Failure && error.code === 'participant_not_found';

/** The rider of a typed bib, if this phone's list has them, and whether they have ridden here. */
function Match({ competitionId, zoneId, dossard }: { competitionId: number; zoneId: number; dossard: number }) {
  const { data } = useQuery(rosterOf(competitionId));
  const { groupWord } = useGenderWords();
  const rider = data?.participants.find(({ dossard_number }) => dossard_number === dossard);
  if (!rider) return null;
  return (
    <>
      <strong translate="no">{fullName(rider)}</strong> <span className="soft">{groupWord(rider)}</span>{' '}
      {!rider.runs_by_zone[zoneId] && <span className="soft">· {m.not_yet_here()}</span>}
    </>
  );
}

/** Warns where this phone may lose or not open what it keeps, and offers a new version, which waits for a pause between runs. */
function FieldState() {
  const { durable } = useOutbox();
  const takeNewVersion = useNewVersion();
  return (
    <div className={`${styles.fieldState} soft small`}>
      {!durable && <Alert kind="warning" title={m.outbox_not_durable()} />}
      {!canWorkOffline() && <p>{m.field_not_offline()}</p>}
      <StorageNote />
      {takeNewVersion && (
        <p>
          {m.new_version()} <PlainButton action={m.new_version_take()} onClick={takeNewVersion} />
        </p>
      )}
    </div>
  );
}

interface UnknownBibProps {
  dossard: number;
  graduations: readonly Graduation[];
  move: (move: Move) => void;
}

/** Scrolls to the end of the groups, which come below the digits, and focuses them in place of the button. */
function showWhole(groups: HTMLElement | null): void {
  groups?.focus({ preventScroll: true });
  groups?.scrollIntoView({ block: 'end' });
}

/** Records a run for an unknown bib: the referee chooses the group, an organiser assigns the rider later. */
function UnknownBib({ dossard, graduations, move }: UnknownBibProps) {
  const { groupWord } = useGenderWords();
  const [open, setOpen] = useState(false);
  if (!open) return <PlainButton action={m.unknown_bib_record({ dossard })} onClick={() => setOpen(true)} />;
  return (
    <fieldset tabIndex={-1} ref={showWhole}>
      <legend className="field-label">{m.unknown_bib_group()}</legend>
      <div className={styles.unknownBibGroups}>
        {graduations.map((graduation) => (
          <PlainButton
            key={graduation.id}
            action={groupWord(graduation)}
            onClick={() => move({ type: 'rider-found', rider: riderOfUnknownBib(dossard, graduation) })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** Shows whether runs are safe on this phone, or otherwise how to make them safe before going into the field (O6). */
function StorageNote() {
  const { data } = useQuery({ queryKey: ['storage-state'], queryFn: readStorageState, staleTime: 0 });
  if (!data) return null;
  if (data === 'safe') return <p>{m.storage_safe()}</p>;
  const here = homeScreenOf(navigator.userAgent);
  return (
    <details className={styles.storage}>
      <summary>{m.storage_clearable()}</summary>
      <p>{m.storage_clearable_why()}</p>
      <ul>
        {here !== 'android' && <li>{m.home_screen_ios()}</li>}
        {here !== 'ios' && <li>{m.home_screen_android()}</li>}
      </ul>
      <p>
        <RefereeGuideLink section="before" />
      </p>
    </details>
  );
}

/** Number of riders shown. */
const nextShown = 3;

interface NextProps {
  competitionId: number;
  zoneId: number;
  graduations: readonly Graduation[];
  onChoose: (dossard: number) => void;
}

/** The bibs expected next, to tap instead of typing (F7); nothing without a start order. */
function NextBibs({ competitionId, zoneId, graduations, onChoose }: NextProps) {
  const { data, dataUpdatedAt } = useQuery(rosterOf(competitionId));
  const { data: competition } = useQuery(competitionById(competitionId));
  const { runs = [] } = useOutbox();
  if (!data) return null;
  const justRecorded = new Map<number, number>();
  for (const run of runsInZone(runs, { competition_id: competitionId, zone_id: zoneId })) {
    const { dossard } = run.submission;
    const isCounted = !isUnsent(run) && (run.ended_at ?? 0) < dataUpdatedAt;
    if (!isCounted) justRecorded.set(dossard, (justRecorded.get(dossard) ?? 0) + 1);
  }
  const next = nextRiders(data.participants, { zoneId, graduations, laps: competition ?? {}, justRecorded });
  if (next.length === 0) return null;
  return (
    <div className={styles.nextBibs}>
      <p id="next-bibs" className="soft">
        {m.next_bibs()}
      </p>
      <ul className="plain" aria-labelledby="next-bibs">
        {next.slice(0, nextShown).map((rider) => (
          <li key={rider.dossard_number}>
            <PlainButton onClick={() => onChoose(rider.dossard_number)}>
              <span className="bib">
                <span>{rider.dossard_number}</span>
              </span>
              <span className={`one-line small ${styles.nextName}`}>{fullName(rider)}</span>
              {rider.start_time && <span className="soft numbers">{clockOf(rider.start_time)}</span>}
            </PlainButton>
          </li>
        ))}
      </ul>
    </div>
  );
}
