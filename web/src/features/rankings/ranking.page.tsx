import { firstCategory, genders, shownGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { formatFailure } from '../../api/failure.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { laterPart } from '../../device/later.part.ts';
import { useLiveRankings } from '../../live/live.rankings.ts';
import { m } from '../../paraglide/messages.js';
import type { Reader } from '../../queries/ranking.queries.ts';
import { type RankedGroups, rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { addFollowed, parseFollowed, useFollowed } from './followed.riders.ts';
import styles from './ranking.module.css';
import type { RankingSearch } from './ranking.search.ts';
import { RankingSection } from './ranking.section.tsx';
import type { RiderPlace } from './rider.place.ts';
import { ScriptlessChoice } from './scriptless.choice.tsx';

/* Separate chunks: the ranking itself renders without them. */
const FollowedList = laterPart(() => import('./followed.list.tsx'));
const PrintList = laterPart(() => import('./print.list.tsx'));
const RiderFinder = laterPart(() => import('./rider.finder.tsx'));

/** Navigates to another choice; a `correction` replaces the current entry in the browser's history. */
export type OnSearch = (search: RankingSearch, correction?: boolean) => void;

interface Props {
  competition: { name: string; date: string; location: string } | undefined;
  competitionId: number;
  reader: Reader;
  search: RankingSearch;
  onSearch: OnSearch;
  /** True if riders can be followed on this device. */
  follows?: boolean;
}

/** Rankings of one category, girls and boys. The choice is in the address, so that it can be shared. */
export function Rankings({ competition, competitionId, reader, search, onSearch, follows = false }: Props) {
  const { genderWord, groupWord } = useGenderWords();
  const hydrated = useHydrated();
  const [printing, setPrinting] = useState(false);
  const onDone = useCallback(() => setPrinting(false), []);
  const { data, error, refetch } = useQuery(rankedGroups(competitionId));
  const live = useLiveRankings(competitionId);
  const [found, setFound] = useState<number>();
  const first = useFirstCategory(data, reader);
  const allFollowed = useFollowed(competitionId);
  const followed = follows ? allFollowed : [];
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const noteNames = useCallback(
    (entries: readonly RankingEntry[]) =>
      setNames((before) => new Map([...before, ...entries.map((entry) => [entry.dossard, riderName(entry)] as const)])),
    [],
  );
  useEffect(() => {
    if (!follows || search.follow === undefined) return;
    addFollowed(competitionId, parseFollowed(search.follow));
    onSearch({ ...search, follow: undefined }, true);
  });
  if (error && !data) {
    return (
      <Alert kind="problem" title={formatFailure(error)}>
        <button type="button" className="button" onClick={() => refetch()}>
          {m.retry()}
        </button>
      </Alert>
    );
  }
  // Needs its own key; otherwise React would reuse it as the first part of the content, which then appears to move.
  if (!data) return <Waiting key="wait" className={styles.wait} />;
  const groups = data.categories_and_genders;
  const categories = [...new Set(groups.map((group) => group.category))];
  const category = categories.find((one) => one === search.category) ?? first;
  if (category === undefined) return <Alert kind="note" title={m.ranking_no_zones()} />;
  const shown = shownGroups(data, category, search.gender);
  function find({ category, gender, page, dossard }: RiderPlace) {
    setFound(dossard);
    onSearch({ category, [gender === 'F' ? 'page_f' : 'page_h']: page, rider: dossard });
  }
  return (
    <>
      <div className={`${styles.choice} no-print needs-scripts`}>
        <label className={styles.category}>
          <span className="visually-hidden">{m.category()}</span>
          <select
            className="input"
            value={category}
            onChange={(event) => onSearch({ category: event.target.value, gender: search.gender })}
          >
            {categories.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <fieldset className={styles.gender}>
          <legend className="visually-hidden">{m.gender()}</legend>
          {[undefined, ...genders].map((gender) => (
            <label key={gender ?? 'all'}>
              <input
                type="radio"
                name="gender"
                checked={search.gender === gender}
                onChange={() => onSearch({ ...search, gender })}
              />
              <span>{gender ? genderWord(gender, category) : m.all_genders()}</span>
            </label>
          ))}
        </fieldset>
        {hydrated ? (
          <Suspense fallback={<div className={styles.finderWait} />}>
            <RiderFinder {...{ competitionId, reader }} ranked={groups} onFound={find} />
          </Suspense>
        ) : (
          <div className={styles.finderWait} />
        )}
      </div>
      <ScriptlessChoice groups={groups} category={category} />
      {shown.length === 0 && <Alert kind="note" title={m.ranking_no_group()} />}
      {followed.length > 0 && (
        <Suspense>
          <FollowedList competitionId={competitionId} riders={followed} names={names} onFind={find} />
        </Suspense>
      )}
      <div className={styles.sections} data-sections={shown.length}>
        {shown.map(({ gender }) => (
          <RankingSection
            key={`${category} ${gender}`}
            title={groupWord({ category, gender })}
            choice={{
              competitionId,
              reader,
              category,
              gender,
              live,
              page: (gender === 'F' ? search.page_f : search.page_h) ?? 1,
            }}
            onPage={(page, correction) =>
              onSearch({ ...search, [gender === 'F' ? 'page_f' : 'page_h']: page }, correction)
            }
            opened={hydrated ? search.rider : undefined}
            found={found}
            {...(follows && { followed, onShown: noteNames })}
            onOpen={(rider) => {
              setFound(undefined);
              onSearch({ ...search, rider });
            }}
          />
        ))}
      </div>
      {shown.length > 0 && (
        <button
          type="button"
          className={`button button-quiet ${styles.print} needs-scripts`}
          onClick={() => setPrinting(true)}
        >
          {m.print()}
        </button>
      )}
      {printing && (
        <Suspense>
          <PrintList
            {...{ competition, competitionId, reader, category, onDone }}
            genders={shown.map(({ gender }) => gender)}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * Returns the category shown when none is chosen: for members the first, for the public the first that has riders. It
 * does not change when another category gets its first rider, so that readers keep their place.
 */
function useFirstCategory(data: RankedGroups | undefined, reader: Reader): string | undefined {
  const [kept, setKept] = useState<string>();
  if (!data) return undefined;
  const { categories_and_genders: all, with_riders } = data;
  const isOffered = (category: string | undefined) => all.some((group) => group.category === category);
  if (reader === 'member') return all[0]?.category;
  if (isOffered(kept)) return kept;
  const [withRiders] = with_riders;
  if (withRiders && kept !== withRiders.category) setKept(withRiders.category);
  return firstCategory(data);
}
