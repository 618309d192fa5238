import {
  firstCategory,
  genders,
  publicGroups,
  type RankedGroups,
  shownGroups,
} from '@dossard/contract/rankings/ranking.choice.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { formatFailure } from '../../api/failure.ts';
import { useHydrated } from '../../device/hydrated.ts';
import { laterPart } from '../../device/later.part.ts';
import { useLiveRankings } from '../../live/live.rankings.ts';
import { m } from '../../paraglide/messages.js';
import type { Reader } from '../../queries/ranking.queries.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import type { HeldWords } from '../../riders/result.note.tsx';
import { riderName } from '../../riders/rider.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { addFollowed, parseFollowed, useFollowed } from './followed.riders.ts';
import styles from './ranking.module.css';
import type { RankingSearch } from './ranking.search.ts';
import { RankingSection, RankingStatus } from './ranking.section.tsx';
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
  heldWords?: HeldWords;
}

/** Rankings of one category, girls and boys. The choice is in the address, so that it can be shared. */
export function Rankings({ competition, competitionId, reader, search, onSearch, follows = false, heldWords }: Props) {
  const { genderWord, groupWord } = useGenderWords();
  const hydrated = useHydrated();
  const [printing, setPrinting] = useState(false);
  const onDone = useCallback(() => setPrinting(false), []);
  const { data, error, refetch } = useQuery(rankedGroups(competitionId));
  const live = useLiveRankings(competitionId);
  const [found, setFound] = useState<number>();
  const first = useFirstCategory(data, reader, competitionId);
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
  const offered = reader === 'public' && data.with_riders.length > 0 ? data.with_riders : groups;
  const categories = [...new Set([...offered.map((group) => group.category), search.category ?? ''])].filter((one) =>
    groups.some((group) => group.category === one),
  );
  const category = categories.find((one) => one === search.category) ?? first;
  if (category === undefined) return <Alert kind="note" title={m.ranking_no_zones()} />;
  const shown = (reader === 'public' ? publicGroups : shownGroups)(data, category, search.gender);
  const choices = shown.map((group) => ({
    ...{ competitionId, reader, live, ...group },
    page: (group.gender === 'F' ? search.page_f : search.page_h) ?? 1,
  }));
  const [firstChoice, secondChoice] = choices;
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
            onChange={({ target }) => {
              localStorage.setItem(lastKey(competitionId), target.value);
              onSearch({ category: target.value, gender: search.gender });
            }}
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
        {firstChoice && <RankingStatus choices={[firstChoice, secondChoice]} />}
      </div>
      <ScriptlessChoice groups={groups} category={category} />
      {shown.length === 0 && <Alert kind="note" title={m.ranking_no_group()} />}
      {followed.length > 0 && (
        <Suspense>
          <FollowedList competitionId={competitionId} riders={followed} names={names} onFind={find} />
        </Suspense>
      )}
      <div className={styles.sections} data-sections={shown.length}>
        {choices.map((choice) => (
          <RankingSection
            key={`${category} ${choice.gender}`}
            title={groupWord(choice)}
            choice={choice}
            onPage={(page, correction) =>
              onSearch({ ...search, [choice.gender === 'F' ? 'page_f' : 'page_h']: page }, correction)
            }
            opened={hydrated ? search.rider : undefined}
            found={found}
            heldWords={heldWords}
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
            {...{ competition, competitionId, reader, category, onDone, heldWords }}
            genders={shown.map(({ gender }) => gender)}
          />
        </Suspense>
      )}
    </>
  );
}

/** Where the category that a reader last chose in a competition is stored, only on this device. */
const lastKey = (competitionId: number) => `ranking-category-${competitionId}`;

/**
 * Returns the category shown when none is chosen: for members the first, for the public the last that they chose, else
 * that of the latest run. It does not change with the next run, so that readers keep their place.
 */
function useFirstCategory(data: RankedGroups | undefined, reader: Reader, competitionId: number): string | undefined {
  const hydrated = useHydrated();
  const [kept, setKept] = useState<string>();
  if (!data) return undefined;
  const { categories_and_genders: all, with_riders } = data;
  if (reader === 'member') return all[0]?.category;
  const last = hydrated ? localStorage.getItem(lastKey(competitionId)) : null;
  const offered = [last, kept].find((category) => all.some((group) => group.category === category));
  if (offered) return offered;
  const first = firstCategory(data);
  if (with_riders.length > 0 && kept !== first) setKept(first);
  return first;
}
