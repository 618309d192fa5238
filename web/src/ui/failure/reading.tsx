import type { ReactNode } from 'react';
import { Failure } from '../../api/failure.ts';
import { useUnchanged } from '../../device/clock.ts';
import { useNetwork } from '../../device/online.ts';
import { m } from '../../paraglide/messages.js';
import { formatTime } from '../../text/formats.ts';
import { Alert } from '../parts/alert.tsx';
import { Waiting } from '../parts/waiting.tsx';
import { FailureAlert } from './failure.alert.tsx';

/** Reserves the height of content that loads, in rem, or shows its own skeleton. */
export const Loading = ({ waiting }: { waiting: ReactNode }) =>
  typeof waiting === 'number' ? <Waiting height={waiting} /> : waiting;

/** A read of the server: a query, or several joined by `useReads`. */
export interface Read<Data> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  dataUpdatedAt: number;
  /** Failed reads that the page can do without. */
  missing?: readonly Read<unknown>[];
}

type Reads = Record<string, Read<unknown>>;
type Needed<R extends Reads> = { [Name in keyof R]: NonNullable<R[Name]['data']> };
type Optional<R extends Reads> = { [Name in keyof R]: R[Name]['data'] };

/** How long a page that has what it needs waits for a read that it can do without, in milliseconds. */
const patienceMs = 1_000;

/** Joins the reads that a page needs with those that it can do without, which are undefined while they are missing. */
export function useReads<N extends Reads, O extends Reads = Record<never, never>>(
  needs: N,
  optional = {} as O,
): Read<Needed<N> & Optional<O>> {
  const needed = Object.values(needs);
  const others = Object.values(optional);
  const hasNeeded = needed.every(({ data }) => data !== undefined);
  const isLate = useUnchanged(hasNeeded, patienceMs);
  const isReady = hasNeeded && (isLate || others.every(({ data, error }) => data !== undefined || error));
  const dataOf = (reads: Reads) => Object.entries(reads).map(([name, { data }]) => [name, data]);
  return {
    data: isReady ? Object.fromEntries([...dataOf(needs), ...dataOf(optional)]) : undefined,
    error: needed.find(({ error }) => error)?.error ?? null,
    refetch: () => Promise.all([...needed, ...others].map((read) => read.refetch())),
    dataUpdatedAt: Math.min(...needed.map((read) => read.dataUpdatedAt)),
    missing: others.filter(({ error }) => error),
  };
}

interface Props<Data> {
  of: Read<Data>;
  /** The height of the content in rem, or its own skeleton; absent for a part that may stay empty. */
  waiting?: ReactNode;
  /** Shows without network how old the data are; for what fills a page. */
  showsAge?: boolean;
  /** Absent if the content stands in more than one place of the page. */
  children?: (data: Data) => ReactNode;
}

/**
 * Shows what was read, or that it is loading or failed. Old data stay, with the reason why they could not be read again;
 * a read that the page can do without never blocks it.
 */
export function Reading<Data>({ of, waiting, showsAge = false, children }: Props<Data>) {
  const { data, error, refetch, dataUpdatedAt, missing = [] } = of;
  const isOffline = useNetwork() === 'offline';
  const retry = () => void refetch();
  if (data === undefined) return error ? <FailureAlert error={error} retry={retry} /> : <Loading waiting={waiting} />;
  const isRefused = error !== null && !(error instanceof Failure && error.status === 0);
  const isStale = !isRefused && (error !== null || (showsAge && isOffline));
  const retryMissing = () => void Promise.all(missing.map((read) => read.refetch()));
  return (
    <>
      {isRefused && <FailureAlert error={error} retry={retry} />}
      {isStale && <Alert kind="warning" title={m.data_as_of({ time: formatTime(dataUpdatedAt, 'minute') })} />}
      {missing[0] && <FailureAlert error={missing[0].error} retry={retryMissing} />}
      {children?.(data)}
    </>
  );
}
