import type { Group } from '@dossard/contract/categories/group.ts';
import { type ComponentProps, type FormEvent, Suspense, useRef, useState } from 'react';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import type { RankingChoice } from '../../queries/ranking.queries.ts';
import { GroupChoice } from './group.choice.tsx';
import styles from './ranking.module.css';
import type { RankingSearch } from './ranking.search.ts';
import { RankingStatus } from './ranking.section.tsx';
import type { RiderPlace } from './rider.place.ts';

interface Props extends Pick<RankingChoice, 'competitionId' | 'reader'> {
  search: RankingSearch;
  onSearch: (search: RankingSearch) => void;
  categories: readonly string[];
  category: string;
  /** All groups of the competition, in which riders are found. */
  groups: readonly Group[];
  onFind: (place: RiderPlace) => void;
  /** The rankings that are shown. */
  choices: readonly RankingChoice[];
}

/** Where the category that a reader last chose in a competition is stored, only on this device. */
export const lastKey = (competitionId: number) => `ranking-category-${competitionId}`;

/** The choice of category, gender and rider, with the status of the rankings that it shows. */
export function RankingChoices({ competitionId, reader, search, onSearch, categories, category, ...rest }: Props) {
  const [first, second] = rest.choices;
  return (
    <div className={`${styles.choice} no-print needs-scripts`}>
      <GroupChoice
        categories={categories}
        category={category}
        gender={search.gender}
        onCategory={(one) => {
          localStorage.setItem(lastKey(competitionId), one);
          onSearch({ category: one, gender: search.gender });
        }}
        onGender={(gender) => onSearch({ ...search, gender })}
      />
      <RiderFinder {...{ competitionId, reader }} ranked={rest.groups} onFound={rest.onFind} />
      {first && <RankingStatus choices={[first, second]} />}
    </div>
  );
}

/* A separate chunk: nobody needs it before the first letter. */
const FoundRiders = laterPart(() => import('./found.riders.tsx'));

/** Finds a rider by name or bib in any category, and opens their row. */
function RiderFinder({ onFound, ...given }: Omit<ComponentProps<typeof FoundRiders>, 'search' | 'chooseFirst'>) {
  const [typed, setTyped] = useState('');
  const chooseFirst = useRef<() => void>(null);
  const search = typed.trim();

  function submit(event: FormEvent) {
    event.preventDefault();
    chooseFirst.current?.();
  }
  function choose(place: RiderPlace) {
    setTyped('');
    onFound(place);
  }

  return (
    <search className={styles.riderFinder}>
      <form onSubmit={submit}>
        <input
          type="search"
          className="input"
          aria-label={m.find_rider()}
          placeholder={m.find_rider_hint()}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
      {search !== '' && (
        <Suspense>
          <FoundRiders {...given} {...{ search, chooseFirst }} onFound={choose} />
        </Suspense>
      )}
    </search>
  );
}
