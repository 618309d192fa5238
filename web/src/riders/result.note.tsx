import type { Held } from '@dossard/contract/declarations/hold.schema.ts';
import type { ResultState } from '@dossard/contract/declarations/result.state.schema.ts';
import type { Ranking } from '@dossard/contract/rankings/ranking.schema.ts';
import type { ReactNode } from 'react';
import { useNow } from '../device/clock.ts';
import { m } from '../paraglide/messages.js';
import { formatChrono, formatMoment } from '../text/formats.ts';
import { DeviceTime } from '../ui/parts/device.time.tsx';
import styles from './result.note.module.css';
import { formatRevision } from './result.words.ts';

/** The facts about its group's result that a ranking shows. */
export type ResultFacts = Pick<
  Ranking,
  'state' | 'revision' | 'complaints_until' | 'published_at' | 'differs' | 'held' | 'release_at'
>;

export type HeldWords = (values: { held: Held }) => string;

interface Props {
  result: ResultFacts;
  /** A link to the official list, if there is one. */
  link?: ReactNode;
  /** What members read about a ranking that is held from the public. */
  heldWords?: HeldWords | undefined;
}

/** The state of a group's result with the time left for complaints (E1, E2, E5, E12); nothing for a running one. */
export function ResultNote({ result, link, heldWords }: Props) {
  const { revision, complaints_until, published_at, differs, held, release_at } = result;
  const state = stateShown(result);
  const until = Date.parse(complaints_until ?? '');
  const now = useNow(1000, until > Date.now());
  const isListed = (revision ?? 0) > 0;
  const named = state === 'official' && formatRevision(revision);
  if (!held && !isListed && (!state || state === 'running')) return null;
  return (
    <p className={styles.note}>
      {state && (state !== 'running' || isListed) && <StateMark state={state} />}
      {held && <strong>{(heldWords ?? m.result_held)({ held })}</strong>}
      {held && release_at && <DeviceTime data-published={release_at}>{formatMoment(release_at)}</DeviceTime>}
      {named && <span>{named}</span>}
      {state === 'official' && published_at && (
        <DeviceTime data-published={published_at}>{formatMoment(published_at)}</DeviceTime>
      )}
      {state === 'provisional' && !Number.isNaN(until) && (
        <DeviceTime data-complaints={complaints_until}>{formatComplaints(until, now)}</DeviceTime>
      )}
      {isListed && (!held || heldWords) && link}
      {isListed && differs && <span className={styles.differs}>{m.result_differs()}</span>}
    </p>
  );
}

/** A live ranking that differs from its official list has no state of its own any more: it is neither official nor running. */
export const stateShown = ({ state, differs }: ResultFacts) => (state === 'official' && differs ? undefined : state);

/** The state of a result, in its colours. */
export const StateMark = ({ state }: { state: ResultState }) => (
  <strong className={styles.state} data-state={state}>
    {m.result_state_name({ state })}
  </strong>
);

/** Formats until when complaints are accepted, with the time that is left. */
function formatComplaints(until: number, now: number): string {
  const time = formatMoment(until);
  const left = Math.ceil((until - now) / 1000);
  if (left <= 0) return m.result_complaints_closed({ time });
  // A countdown within the last hour.
  return left > 3600
    ? m.result_complaints_open({ time })
    : m.result_complaints_left({ time, left: formatChrono(left) });
}
