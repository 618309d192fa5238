import type { Group } from '@dossard/contract/categories/group.ts';
import type { Standings as StandingsPage } from '@dossard/contract/series/standings.schema.ts';
import type { ComponentProps } from 'react';
import { useGenderWords } from '../../riders/rider.words.tsx';
import { StandingsTable } from './standings.table.tsx';

export type LoadedStandings = Pick<StandingsPage, 'standings' | 'columns'>;

interface TablesProps extends Pick<ComponentProps<typeof StandingsTable>, 'opened' | 'onOpen' | 'paper'> {
  groups: readonly Group[];
  data: LoadedStandings;
}

/** The standings of several groups, one below the other. */
export function StandingsTables({ groups, data: { standings, columns }, ...table }: TablesProps) {
  const { groupWord } = useGenderWords();
  return groups.map((group) => (
    <section key={group.gender} aria-label={groupWord(group)}>
      <h2>{groupWord(group)}</h2>
      <StandingsTable
        title={groupWord(group)}
        lines={standings.filter(({ gender, category }) => gender === group.gender && category === group.category)}
        columns={columns}
        {...table}
      />
    </section>
  ));
}
