import type { Group } from '@dossard/contract/categories/category.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { m } from '../../paraglide/messages.js';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { Rank } from '../../riders/rank.tsx';
import { Bib, riderName } from '../../riders/rider.tsx';
import { useMovingRows } from '../rankings/moving.rows.ts';
import type { BoardPage } from './board.pages.ts';
import { useChangedRiders } from './changed.riders.ts';

interface Props {
  page: BoardPage;
  groups: readonly Group[];
  /** The rankings of the groups as they are known. */
  everything: readonly (readonly RankingEntry[] | undefined)[];
  /** How long it takes until a page is shown again, in milliseconds. */
  cycleMs: number;
}

/** One page of the big screen: rank, bib, name, club and points, as large as they fit. */
export function BoardTable({ page, groups, everything, cycleMs }: Props) {
  const { groupWord } = useGenderWords();
  const changed = useChangedRiders(groups, everything, cycleMs);
  const body = useMovingRows(page.key);
  const { category, gender } = page.group;
  const title = groupWord({ category, gender });
  return (
    <section key={page.key} className="board-page" aria-labelledby="board-title">
      <h1 id="board-title" className="board-title">
        {title}
        {page.pages > 1 && <span className="board-of">{m.page_of({ page: page.page, pages: page.pages })}</span>}
      </h1>
      <table className="board-table numbers">
        <caption className="visually-hidden">{title}</caption>
        <colgroup>
          <col className="board-rank" />
          <col className="board-bib" />
          <col />
          <col className="board-points" />
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{m.rank()}</th>
            <th scope="col">{m.dossard()}</th>
            <th scope="col">{m.rider()}</th>
            <th scope="col">{m.points()}</th>
          </tr>
        </thead>
        <tbody ref={body}>
          {page.entries.map((entry) => (
            <tr key={entry.dossard} data-row={entry.dossard} data-changed={changed.has(entry.dossard) || undefined}>
              <td className="board-rank">
                <Rank rank={entry.rank} />
              </td>
              <td className="board-bib">
                <Bib dossard={entry.dossard} />
              </td>
              <th scope="row" className="board-rider">
                <span className="board-name">{riderName(entry) || m.rider_by_bib({ dossard: entry.dossard })}</span>{' '}
                <span className="board-club">{entry.rank === null ? m.not_started() : entry.club}</span>
              </th>
              <td className="board-points">{entry.rank === null ? '–' : entry.total_points}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
