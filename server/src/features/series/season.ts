import { setTimeout as pause } from 'node:timers/promises';
import { groupKey } from '@dossard/contract/categories/group.ts';
import type { PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import type { SeriesRule } from '@dossard/contract/series/series.schema.ts';
import { LRUCache } from 'lru-cache';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { SeriesRow } from '../../access/series.access.ts';
import type { Database } from '../../database/client.ts';
import { joinReads } from '../../database/joined.reads.ts';
import { etagOf } from '../../tools/sha256.ts';
import { createWorkCache, type WorkCache } from '../../tools/work.cache.ts';
import { usableIds } from '../identity/counted.competitions.ts';
import { listDecisions } from '../identity/decision.store.ts';
import { entryOfRow, listOutsideRows } from '../identity/outside.rows.ts';
import { type Column, listColumns } from '../identity/season.columns.ts';
import { type Audience, namesFor, type RankingAnswers } from '../rankings/ranking.answers.ts';
import { columnsKey, groupSeason, type SeasonGroups } from './season.groups.ts';
import { createSeasonSources } from './season.sources.ts';

/** A season as seen by one audience at a moment, with a cache of what is computed from it. */
export interface Season extends SeasonGroups {
  series: SeriesRow;
  audience: Audience;
  /** The columns that the audience may see. */
  columns: readonly Column[];
  /** How each of them names its riders to the audience, by its id. */
  names: ReadonlyMap<number, PublicNames>;
  /** Differs when anything visible to the audience does. */
  etag: string;
  /** Caches parts of it that are computed once for all readers. */
  compute: WorkCache<object>;
  /** Returns the serialised answer of a name, written once for all readers. */
  answer(name: string, write: () => Promise<string>): Promise<Buffer>;
}

export type Seasons = ReturnType<typeof createSeasons>;

/** Maximum numbers of cached seasons, and of seasons whose rest is remembered. */
const keptSeasons = 50;
const keptRests = 500;
/** Maximum number of cached parts of a season: the lines of a group, or all clubs, in some of its columns. */
const keptParts = 1_000;
/**
 * A changed season rests for this many times as long as the last work on it took, at most so many milliseconds: while
 * runs arrive, visitors who read it all the time must not keep referees waiting.
 */
const restFactor = 4;
const maxRestMs = 2_000;
/** Maximum size of all cached answers about seasons, in bytes. */
const maxAnswers = 64 * 1024 * 1024;

const seasonKey = ({ id }: SeriesRow, audience: Audience) => `${id}|${audience}`;

/**
 * Caches seasons while neither the series nor any of its competitions changes, so that a run in the last competition
 * reloads only that one.
 */
export function createSeasons(db: Database, rankings: RankingAnswers) {
  const sources = createSeasonSources(db, rankings);
  const rests = createRests();
  const seasons = new LRUCache<string, Season>({ max: keptSeasons });
  /** By season: who asked last for a changed one. */
  const asked = new LRUCache<string, { series: SeriesRow; audience: Audience; now: Date }>({ max: keptRests });
  const answers = createWorkCache<Buffer>({ maxSize: maxAnswers, sizeCalculation: ({ length }) => length + 1 });

  async function computeSeason(
    series: SeriesRow,
    audience: Audience,
    { all, audienceOf, ...found }: Found,
    now: Date,
  ): Promise<Season> {
    const [outside, decisions] = await Promise.all([listOutsideRows(db, series.id), listDecisions(db, series.id)]);
    const lists = await Promise.all(
      all.map(({ id, counted }) =>
        counted
          ? sources.listEntries(counted.competition)
          : outside.filter(({ result_id }) => result_id === id).map(entryOfRow),
      ),
    );
    const { columns } = found;
    const facts = { rule: series.rule, columns, entries: lists.flat(), outside, decisions, audienceOf, now };
    const { groups, groupsOf, lines } = groupSeason(facts, sources);
    const compute = createWorkCache<object>({ max: keptParts });
    const timed = <Result>(work: Promise<Result>) => rests.timed(seasonKey(series, audience), work);
    return {
      series,
      audience,
      ...found,
      groups,
      groupsOf,
      compute,
      answer(name, write) {
        const key = `${series.id} ${audience} ${found.etag} ${name}`;
        return answers(key, async () => Buffer.from(await timed(write())));
      },
      lines(group, discipline) {
        const key = `${groupKey(group)} ${columnsKey(columns, discipline)}`;
        return compute(`lines ${key}`, () => timed(lines(group, discipline)));
      },
    };
  }

  /** Reads a changed season after the rest from the last computation, as it is then, once for all who wait. */
  const readChanged = joinReads(async (key: string): Promise<Season> => {
    const order = asked.get(key);
    if (!order) throw new Error(`Nobody asked for the season ${key}.`);
    await rests.wait(key);
    const found = await findColumns(db, order.series, order.audience, order.now);
    const known = seasons.get(key);
    if (known?.etag === found.etag) return known;
    const season = await rests.timed(key, computeSeason(order.series, order.audience, found, order.now));
    seasons.set(key, season);
    return season;
  });

  return {
    /** Reads a season with everything visible to visitors, or to its admins. */
    async read(series: SeriesRow, audience: Audience, now: Date): Promise<Season> {
      const key = seasonKey(series, audience);
      const found = await findColumns(db, series, audience, now);
      const known = seasons.get(key);
      if (known?.etag === found.etag) return known;
      asked.set(key, { series, audience, now });
      return readChanged(key);
    },
    /** Computes a season with another rule, for a preview. */
    async tryRule(series: SeriesRow, rule: SeriesRule, now: Date): Promise<Season> {
      return computeSeason({ ...series, rule }, 'members', await findColumns(db, series, 'members', now), now);
    },
  };
}

interface Found extends Pick<Season, 'columns' | 'names' | 'etag'> {
  /** As whom the season reads a competition: a relation that is not usable shows what the public sees (X2). */
  audienceOf: (competitionId: number) => Audience;
  /** All columns of the series, including those hidden from the audience. */
  all: Column[];
}

/** Finds the columns of a series, and what identifies their state for the audience. */
async function findColumns(db: Database, series: SeriesRow, audience: Audience, now: Date): Promise<Found> {
  const all = await listColumns(db, series.id);
  const counted = all.flatMap((column) => column.counted ?? []);
  const usable = audience === 'members' ? await usableIds(db, counted) : new Set<number>();
  const isShown = ({ id, deleted_at, is_public }: CompetitionRow) =>
    deleted_at === null && (is_public || usable.has(id));
  const columns = all.filter((column) => !column.counted || isShown(column.counted.competition));
  const audienceOf = (id: number) => (usable.has(id) ? 'members' : 'public');
  const names = new Map(
    columns.map(({ id, counted }) => {
      const shown = counted && namesFor(audienceOf(counted.competition.id), counted.competition, now);
      return [id, shown ?? 'full'] as const;
    }),
  );
  const facts = [
    audience,
    series.id,
    series.version,
    counted.map(({ competition: { id, version } }) => [id, version, audienceOf(id)]),
    ...names,
  ];
  const etag = etagOf(JSON.stringify(facts));
  return { all, columns, names, etag, audienceOf };
}

/** Lets each season rest after work on it. */
function createRests() {
  const restUntil = new LRUCache<string, number>({ max: keptRests });
  return {
    wait: (key: string) => pause(Math.max(0, (restUntil.get(key) ?? 0) - performance.now()), undefined, { ref: false }),
    async timed<Result>(key: string, work: Promise<Result>): Promise<Result> {
      const began = performance.now();
      const result = await work;
      const end = performance.now();
      const until = end + Math.min(maxRestMs, restFactor * (end - began));
      restUntil.set(key, Math.max(until, restUntil.get(key) ?? 0));
      return result;
    },
  };
}
