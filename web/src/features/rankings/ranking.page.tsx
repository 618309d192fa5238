import type { Group } from '@dossard/contract/categories/group.ts';
import {
  firstCategory,
  publicGroups,
  type RankedGroups,
  shownGroups,
} from '@dossard/contract/rankings/ranking.choice.ts';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, Suspense, useEffect, useState } from 'react';
import { useHydrated } from '../../device/hydrated.ts';
import { laterPart } from '../../device/later.part.ts';
import { useLiveRankings } from '../../live/live.rankings.ts';
import { m } from '../../paraglide/messages.js';
import { type Reader, rankingPage } from '../../queries/ranking.queries.ts';
import { rankedGroups } from '../../queries/zone.queries.ts';
import type { HeldWords } from '../../riders/result.note.tsx';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { RetryAlert } from '../../ui/failure/retry.alert.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { addFollowed, parseFollowed, useFollowed } from './followed.riders.ts';
import { lastKey, RankingChoices } from './ranking.choices.tsx';
import styles from './ranking.module.css';
import type { RankingSearch } from './ranking.search.ts';
import { RankingSection } from './ranking.section.tsx';
import type { RiderPlace } from './rider.place.ts';
import { ScriptlessChoice } from './scriptless.choice.tsx';

/* Separate chunks: the ranking itself renders without them. */
const FollowedList = laterPart(() => import('./followed.list.tsx'));
const PrintList = laterPart(() => import('./print.list.tsx'));

/** What the address of a ranking says, and how to change it. */
export interface Addressed {
  competitionId: number;
  search: RankingSearch;
  /** Navigates to another choice; a `correction` replaces the current entry in the browser's history. */
  onSearch: (search: RankingSearch, correction?: boolean) => void;
}

interface Props extends Addressed {
  competition: { name: string; date: string; location: string } | undefined;
  reader: Reader;
  heldWords?: HeldWords;
}

/** Rankings of one category, girls and boys. The choice is in the address, so that it can be shared. */
export function Rankings(props: Props) {
  const { competitionId, reader, search } = props;
  const { data, error, refetch } = useQuery(rankedGroups(competitionId));
  const first = useFirstCategory(data, reader, competitionId);
  if (error && !data) return <RetryAlert error={error} retry={refetch} />;
  if (!data) return <Waiting className={styles.wait} />;
  const groups = data.categories_and_genders;
  const offered = reader === 'public' && data.with_riders.length > 0 ? data.with_riders : groups;
  const categories = [...new Set([...offered.map((group) => group.category), search.category ?? ''])].filter((one) =>
    groups.some((group) => group.category === one),
  );
  const category = categories.find((one) => one === search.category) ?? first;
  if (category === undefined) return <Alert kind="note" title={m.ranking_no_zones()} />;
  return <OfCategory {...props} {...{ data, categories, category }} />;
}

interface CategoryProps extends Props {
  data: RankedGroups;
  categories: readonly string[];
  category: string;
}

/** The choice, the followed riders, and the rankings of one category. */
function OfCategory({ data, ...props }: CategoryProps) {
  const { competitionId, reader, search, onSearch, category } = props;
  const { groupWord } = useGenderWords();
  const hydrated = useHydrated();
  const live = useLiveRankings(competitionId);
  const followed = useFollowing(props);
  const [found, setFound] = useState<{ dossard: number }>();
  const groups = data.categories_and_genders;
  const shown = (reader === 'public' ? publicGroups : shownGroups)(data, category, search.gender);
  const choices = shown.map((group) => ({ competitionId, reader, live, ...group, page: search[pageOf(group)] ?? 1 }));
  function onFind({ page, dossard, ...group }: RiderPlace) {
    setFound({ dossard });
    onSearch({ category: group.category, [pageOf(group)]: page, rider: dossard });
  }
  return (
    <>
      <RankingChoices {...props} {...{ groups, choices, onFind }} />
      <ScriptlessChoice groups={groups} category={category} />
      {shown.length === 0 && <Alert kind="note" title={m.ranking_no_group()} />}
      {followed && followed.length > 0 && (
        <Suspense>
          <FollowedList {...{ competitionId, reader, onFind }} query={rankingPage} riders={followed} />
        </Suspense>
      )}
      <div className={styles.sections} data-sections={shown.length}>
        {choices.map((choice) => (
          <RankingSection
            key={`${category} ${choice.gender}`}
            title={groupWord(choice)}
            {...{ choice, found, followed }}
            onPage={(page, correction) => onSearch({ ...search, [pageOf(choice)]: page }, correction)}
            opened={hydrated ? search.rider : undefined}
            heldWords={props.heldWords}
            onOpen={(rider) => {
              setFound(undefined);
              onSearch({ ...search, rider });
            }}
          />
        ))}
      </div>
      {shown.length > 0 && <Print {...props} genders={shown.map(({ gender }) => gender)} />}
    </>
  );
}

/** The parameter of the address with the page of a group's ranking. */
const pageOf = ({ gender }: Pick<Group, 'gender'>) => (gender === 'F' ? 'page_f' : 'page_h');

/** Returns the followed riders, with those of the address; undefined for members, who follow nobody. */
function useFollowing({ competitionId, search, onSearch, reader }: Props) {
  const followed = useFollowed(competitionId);
  const follows = reader === 'public';
  useEffect(() => {
    if (!follows || search.follow === undefined) return;
    addFollowed(competitionId, parseFollowed(search.follow));
    onSearch({ ...search, follow: undefined }, true);
  });
  return follows ? followed : undefined;
}

/** A button that prints the rankings in full; another press tries again. */
function Print(props: Omit<ComponentProps<typeof PrintList>, 'onDone'>) {
  const [tries, setTries] = useState(0);
  return (
    <>
      <PlainButton
        action={m.print()}
        look="quiet"
        className={`below ${styles.print} needs-scripts`}
        onClick={() => setTries(tries + 1)}
      />
      {tries > 0 && (
        <Suspense>
          <PrintList key={tries} {...props} onDone={() => setTries(0)} />
        </Suspense>
      )}
    </>
  );
}

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
