import type { Group } from '@dossard/contract/categories/group.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { useEffect, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { type ResultFacts, ResultNote } from '../../riders/result.note.tsx';
import { columnsOf, RiderCells, RiderHeadings } from '../../riders/rider.table.tsx';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { formatStanding } from '../../riders/status.words.ts';
import { shownPlace, useMovingRows } from '../rankings/moving.rows.ts';
import styles from './board.module.css';
import type { BoardPage } from './board.pages.ts';

interface Props {
  page: BoardPage;
  groups: readonly Group[];
  /** The rankings of all groups; undefined where not loaded yet. */
  everything: readonly (readonly RankingEntry[] | undefined)[];
  /** The state of the shown group's result. */
  result: ResultFacts | undefined;
  /** Time until a page is shown again, in milliseconds. */
  cycleMs: number;
}

/** One page of the big screen: rank, bib, name, club and points, as large as they fit. */
export function BoardTable({ page, groups, everything, result, cycleMs }: Props) {
  const { groupWord } = useGenderWords();
  const changed = useChangedRiders(groups, everything, cycleMs);
  const body = useMovingRows(page.key);
  const { category, gender } = page.group;
  const title = groupWord({ category, gender });
  return (
    <section key={page.key} className={styles.page} aria-labelledby="board-title">
      <div className={styles.heading}>
        <h1 id="board-title" className={styles.title}>
          {title}
          {page.pages > 1 && <span className={styles.of}>{m.page_of({ page: page.page, pages: page.pages })}</span>}
        </h1>
        {result && <ResultNote result={result} />}
      </div>
      <table className={`${styles.table} numbers`}>
        <caption className="visually-hidden">{title}</caption>
        <colgroup>
          {columnsOf('board').map(({ name }) => (
            <col key={name} data-column={name} />
          ))}
        </colgroup>
        <thead className="visually-hidden">
          <tr>
            <RiderHeadings table="board" />
          </tr>
        </thead>
        <tbody ref={body}>
          {page.entries.map((entry) => (
            <tr key={entry.dossard} data-row={entry.dossard} data-changed={changed.has(entry.dossard) || undefined}>
              <RiderCells
                table="board"
                rider={entry}
                own={{
                  rider: (
                    <>
                      <span className={styles.name}>
                        {fullName(entry) || m.rider_by_bib({ dossard: entry.dossard })}
                      </span>{' '}
                      <span className={styles.club}>{formatStanding(entry) || entry.club}</span>
                    </>
                  ),
                }}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Minimum time that a change stays marked, in milliseconds. */
const leastMs = 30_000;

/**
 * Returns the dossards whose rank, points or runs changed lately. A change stays marked for at least one cycle, so that
 * it is visible when its page is shown. New riders do not count as changed.
 */
function useChangedRiders(
  groups: readonly Group[],
  rankings: readonly (readonly RankingEntry[] | undefined)[],
  cycleMs: number,
): ReadonlySet<number> {
  const facts = useRef(new Map<string, string>());
  const [changedAt, setChangedAt] = useState<ReadonlyMap<number, number>>(new Map());
  const known = groups.map(({ category, gender }, index) => ({ name: `${category} ${gender}`, of: rankings[index] }));
  useEffect(() => {
    const differing: number[] = [];
    for (const { name, of } of known) {
      for (const entry of of ?? []) {
        const key = `${name} ${entry.dossard}`;
        const fact = shownPlace(entry);
        const earlier = facts.current.get(key);
        if (earlier !== undefined && earlier !== fact) differing.push(entry.dossard);
        facts.current.set(key, fact);
      }
    }
    if (differing.length === 0) return;
    const now = Date.now();
    setChangedAt((before) => {
      const fresh = [...before].filter(([, at]) => now - at < cycleMs + leastMs);
      return new Map([...fresh, ...differing.map((dossard) => [dossard, now] as const)]);
    });
  });
  const since = Date.now() - Math.max(cycleMs, leastMs);
  return new Set([...changedAt].filter(([, at]) => at > since).map(([dossard]) => dossard));
}
