import type { Group } from '@dossard/contract/categories/group.ts';
import { type FormEvent, Suspense, useRef, useState } from 'react';
import { laterPart } from '../../device/later.part.ts';
import { m } from '../../paraglide/messages.js';
import type { Reader } from '../../queries/ranking.queries.ts';
import styles from './ranking.module.css';
import type { RiderPlace } from './rider.place.ts';

/* A separate chunk: nobody needs it before the first letter. */
const FoundRiders = laterPart(() => import('./found.riders.tsx'));

interface Props {
  competitionId: number;
  reader: Reader;
  /** The groups that have a ranking. */
  ranked: readonly Group[];
  onFound: (place: RiderPlace) => void;
}

/** Finds a rider by name or bib in any category, and opens their row. */
export function RiderFinder({ onFound, ...given }: Props) {
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
