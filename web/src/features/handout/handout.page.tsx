import { markAbsent, updateHandout } from '@dossard/contract/bibs/bib.endpoints.ts';
import { maxTicks, type Tick as RiderTick } from '@dossard/contract/bibs/handout.schema.ts';
import { updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { isFinalRefusal } from '../../api/policy.ts';
import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { NoParticipants } from '../../desk/no.participants.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { mayUseCamera } from '../../device/hardware.ts';
import type { EntryOwner } from '../../device/kept.entries.ts';
import { laterPart } from '../../device/later.part.ts';
import { useNetwork } from '../../device/online.ts';
import { m } from '../../paraglide/messages.js';
import { handoutOf } from '../../queries/handout.queries.ts';
import { perform } from '../../queries/perform.ts';
import { storeAnswer } from '../../queries/store.answer.ts';
import { startKeeping } from '../../referee/offline/kept.answers.ts';
import { canWorkOffline, registerWorker } from '../../referee/offline/offline.worker.ts';
import { searchRiders } from '../../riders/rider.search.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { usePending } from '../../session/pending.entries.ts';
import { formatTime, joinFacts } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SearchField } from '../../ui/fields/text.field.tsx';
import { Tick } from '../../ui/fields/tick.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { Filters } from '../../ui/parts/filters.tsx';
import styles from './handout.module.css';
import { type HandoutRider, keptTicks, listAbsent, mergeTicks } from './kept.ticks.ts';

const BibScanner = laterPart(() => import('../../riders/bib.scanner.tsx'));

/** Hands out bibs: ticks riders who came, with or without network, and sets the others to DNS (B4, B5). */
export default function HandoutPage({ competitionId }: { competitionId: number }) {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (Number.isNaN(competitionId)) return;
    startKeeping(queryClient);
    void registerWorker();
  }, [queryClient, competitionId]);
  return (
    <CompetitionDesk competitionId={competitionId} page="handout" waiting={20}>
      <HandoutList />
    </CompetitionDesk>
  );
}

function HandoutList() {
  const { id: competitionId } = usePageCompetition();
  const listed = useQuery(handoutOf(competitionId));
  const { data, dataUpdatedAt } = listed;
  const { ticks, trouble, tick } = useTicking(competitionId);
  const isOffline = useNetwork() === 'offline';
  const [search, setSearch] = useState('');
  const [missingOnly, setMissingOnly] = useState(false);
  const [scanning, setScanning] = useState(false);
  if (!data) return <Reading of={listed} waiting={20} />;
  const riders = mergeTicks(data.riders, ticks);
  if (riders.length === 0) return <NoParticipants />;
  const shown = searchRiders(
    riders.filter(({ came }) => !came || !missingOnly),
    search,
    { dossard: (rider) => rider.dossard, text: (rider) => `${fullName(rider)} ${rider.club ?? ''}` },
  );
  const absent = listAbsent(riders);
  return (
    <>
      <Filters>
        <SearchField label={m.handout_search()} placeholder={m.handout_search()} value={search} onValue={setSearch} />
        {mayUseCamera() && (
          <Button
            action={scanning ? m.bib_scan_end() : m.bib_scan()}
            aria-expanded={scanning}
            onClick={() => setScanning(!scanning)}
          />
        )}
        <Tick label={m.handout_missing_only()} checked={missingOnly} onTick={setMissingOnly} />
        <p role="status">
          {m.handout_count({ count: riders.filter(({ came }) => came).length, all: riders.length })}
          {ticks.length > 0 && <strong> · {m.handout_unsent({ count: ticks.length })}</strong>}
        </p>
      </Filters>
      {scanning && (
        <Suspense>
          {/* Shows the rider, to be ticked: somebody else may hold the plate up. */}
          <BibScanner competitionId={competitionId} onBib={(dossard) => setSearch(String(dossard))} />
        </Suspense>
      )}
      {isOffline && (
        <Alert
          kind="warning"
          title={m.handout_offline({ time: formatTime(dataUpdatedAt, 'minute') })}
          why={canWorkOffline() ? m.handout_offline_why() : m.handout_offline_open()}
        />
      )}
      {trouble?.kind === 'full' && <Alert kind="problem" title={m.handout_full()} />}
      {trouble?.kind === 'refused' && <FailureAlert error={trouble.error} />}
      {shown.length === 0 ? (
        <p role="status">{search === '' ? m.handout_all_came() : m.handout_nobody_found()}</p>
      ) : (
        <ul className={`tiles below above ${styles.riders}`} aria-label={m.handout()}>
          {shown.map((rider) => (
            <RiderRow key={rider.dossard} rider={rider} onTick={tick} />
          ))}
        </ul>
      )}
      <div className="stack-close start">
        <OpenButton
          action={m.handout_end({ count: absent.length })}
          disabled={absent.length === 0 || ticks.length > 0 || isOffline}
        >
          <AbsentDialog absent={absent} />
        </OpenButton>
        <p className="soft">{ticks.length > 0 || isOffline ? m.handout_end_later() : m.handout_end_why()}</p>
      </div>
    </>
  );
}

interface RowProps {
  rider: HandoutRider;
  onTick: (dossard: number, came: boolean) => void;
}

function RiderRow({ rider, onTick }: RowProps) {
  const { groupWord } = useGenderWords();
  const { dossard, came, club, status } = rider;
  return (
    <li className="card" data-came={came || undefined}>
      <button
        type="button"
        className={`bare ${styles.tick}`}
        aria-pressed={came}
        onClick={() => onTick(dossard, !came)}
      >
        <Bib dossard={dossard} />
        <span className="grow">
          <strong>{fullName(rider)}</strong>
          <span className="soft">{joinFacts(groupWord(rider), club, status && formatStatus(status))}</span>
        </span>
        <span className={styles.mark} aria-hidden="true">
          {came && '✓'}
        </span>
        {rider.isUnsent && <span className="visually-hidden">{m.handout_not_sent()}</span>}
      </button>
      {status === 'dns' && came && <TakeBack dossard={dossard} />}
    </li>
  );
}

/** Removes the status of a rider who came after all. */
function TakeBack({ dossard }: Pick<HandoutRider, 'dossard'>) {
  const { id } = usePageCompetition();
  return (
    <div className="item">
      <ActionButton
        action={m.handout_take_back()}
        act={() =>
          perform(updateStatus, {
            body: { competition_id: id, dossard_number: dossard, status: null },
          })
        }
      />
    </div>
  );
}

function AbsentDialog({ absent }: { absent: readonly HandoutRider[] }) {
  const { id } = usePageCompetition();
  // The riders listed when the dialog opened; the server skips those who were ticked elsewhere since.
  const [seen] = useState(absent);
  return (
    <ConfirmDialog
      title={m.handout_end({ count: seen.length })}
      action={m.handout_end_now()}
      afterwards={m.handout_undo()}
      act={() =>
        perform(markAbsent, {
          params: { id },
          body: { dossards: seen.map(({ dossard }) => dossard) },
          said: ({ dossards }) => m.handout_ended({ count: dossards.length }),
        })
      }
    >
      <p>{m.handout_end_sure()}</p>
      <ul className="list scroll">
        {seen.map((rider) => (
          <li key={rider.dossard}>
            <Bib dossard={rider.dossard} /> {fullName(rider)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

/** Why ticks of this device are not saved: its storage is full, or the server refuses them. */
type TickTrouble = { kind: 'full' } | { kind: 'refused'; error: Failure };

/** Ticks riders on this device, and sends the ticks as soon as there is network (B4). */
function useTicking(competitionId: number) {
  const [trouble, setTrouble] = useState<TickTrouble>();

  const send = useCallback(async (waiting: RiderTick[], by: EntryOwner) => {
    const params = { id: by.competitionId };
    try {
      for (let from = 0; from < waiting.length; from += maxTicks) {
        const ticks = waiting.slice(from, from + maxTicks);
        const body = { clock: new Date().toISOString(), ticks };
        const answer = await callApi(updateHandout, { params, body, once: true });
        await storeAnswer(handoutOf(by.competitionId), answer);
        for (const tick of ticks) keptTicks.drop(localStorage, by, tick);
        setTrouble(undefined);
      }
    } catch (error) {
      // Without an answer, or while the server is busy, the next interval retries.
      if (error instanceof Failure && isFinalRefusal(error.status)) setTrouble({ kind: 'refused', error });
    }
  }, []);
  const { entries: ticks, keep } = usePending(keptTicks, competitionId, send);

  function tick(dossard: number, came: boolean): void {
    try {
      keep({ dossard, came, at: new Date().toISOString() });
    } catch {
      setTrouble({ kind: 'full' });
    }
  }
  return { ticks, trouble, tick };
}
