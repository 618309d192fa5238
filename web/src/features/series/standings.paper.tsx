import type { Group } from '@dossard/contract/categories/group.ts';
import { columnId, type PublicSeries } from '@dossard/contract/series/series.schema.ts';
import { m } from '../../paraglide/messages.js';
import { formatDay, formatTime } from '../../text/formats.ts';
import { PrintFoot, PrintHead, PrintOut } from '../../ui/parts/print.out.tsx';
import { type LoadedStandings, StandingsTables } from './standings.tables.tsx';

interface Props {
  series: Pick<PublicSeries, 'name' | 'season'>;
  groups: readonly Group[];
  standings: LoadedStandings;
  updatedAt: number;
}

/** Prints all standings of a category on A4, with the time of their data. */
export function StandingsPaper({ series, groups, standings, updatedAt }: Props) {
  return (
    <PrintOut id="standings">
      <PrintHead title={`${series.name} ${series.season}`}>
        {m.print_as_of({ time: formatTime(updatedAt, 'minute') })}
      </PrintHead>
      <PrintFoot text={`${series.name} ${series.season}`} />
      <StandingsTables groups={groups} data={standings} paper />
      <ol>
        {standings.columns.map((column) => (
          <li key={columnId(column)}>
            {column.name}, {formatDay(column.date)}
          </li>
        ))}
      </ol>
    </PrintOut>
  );
}
