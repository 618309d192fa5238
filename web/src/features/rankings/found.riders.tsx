import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Ref, useDeferredValue, useImperativeHandle } from 'react';
import { m } from '../../paraglide/messages.js';
import { type Reader, readRanking } from '../../queries/ranking.queries.ts';
import { readAllPages } from '../../queries/whole.ranking.ts';
import { searchRiders } from '../../riders/rider.search.ts';
import { Bib } from '../../riders/rider.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { joinFacts } from '../../text/formats.ts';
import { RetryAlert } from '../../ui/failure/retry.alert.tsx';
import styles from './found.riders.module.css';
import { placeOfRider, type RiderPlace } from './rider.place.ts';

/** Maximum number of riders offered: the reader types on to narrow them down. */
const offeredAtMost = 8;

/** How long the list of all riders counts as fresh, in milliseconds. */
const everybodyFreshMs = 60_000;

/** All riders of a competition with their groups, sorted as in the rankings. */
const everyRider = (competitionId: number, reader: Reader) =>
  queryOptions({
    // A separate key, so that the live stream does not invalidate the list with each run.
    queryKey: ['participants', competitionId, 'everybody', reader],
    queryFn: async ({ signal }) => {
      const { entries } = await readAllPages((paging) => readRanking(reader, competitionId, paging, signal));
      return entries;
    },
    staleTime: everybodyFreshMs,
  });

interface Props {
  competitionId: number;
  reader: Reader;
  /** The groups that have a ranking. */
  ranked: readonly Group[];
  /** The words without blanks around them; not empty. */
  search: string;
  onFound: (place: RiderPlace) => void;
  /** Chooses the first rider that matches. */
  chooseFirst: Ref<() => void>;
}

/** The riders that a search finds in any category; a chosen one's row is opened. */
export default function FoundRiders({ competitionId, reader, ranked, search, onFound, chooseFirst }: Props) {
  const { groupWord } = useGenderWords();
  const sought = useDeferredValue(search);
  const { data, error, refetch } = useQuery(everyRider(competitionId, reader));
  const find = (words: string) => (data ? searchRiders(data, words, { dossard: (rider) => rider.dossard, text }) : []);
  const found = find(sought);
  const offered = found.slice(0, offeredAtMost);
  // The list below may still be the one of an earlier search.
  useImperativeHandle(chooseFirst, () => () => {
    const [first] = find(search);
    if (first) choose(first);
  });

  function choose(rider: RankingEntry) {
    const place = data && placeOfRider(data, rider, ranked);
    if (place) onFound(place);
  }

  return (
    <>
      <p role="status" className={data && found.length === 0 ? 'soft' : 'visually-hidden'}>
        {data && (found.length === 0 ? m.find_rider_none() : m.riders({ count: found.length }))}
      </p>
      {error && !data && <RetryAlert error={error} retry={refetch} />}
      {offered.length > 0 && (
        <ul className={`plain ${styles.found} numbers`}>
          {offered.map((rider) => (
            <li key={rider.dossard}>
              <button
                type="button"
                className="bare"
                onClick={() => choose(rider)}
                aria-disabled={data && !placeOfRider(data, rider, ranked)}
              >
                <Bib dossard={rider.dossard} />
                <span>
                  <strong>{fullName(rider) || m.rider_by_bib(rider)}</strong>{' '}
                  <span className="soft">{joinFacts(groupWord(rider), rider.club)}</span>
                </span>
              </button>
            </li>
          ))}
          {found.length > offeredAtMost && (
            <li className="soft">{m.and_more({ count: found.length - offeredAtMost })}</li>
          )}
        </ul>
      )}
    </>
  );
}

const text = (rider: RankingEntry) => `${fullName(rider)} ${rider.club ?? ''}`;
