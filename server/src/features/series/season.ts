import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { categoryKey, compareCategories, type Group } from '@dossard/contract/categories/category.schema.ts';
import type { PublicNames } from '@dossard/contract/competitions/competition.schema.ts';
import { withoutHeld } from '@dossard/contract/declarations/hold.schema.ts';
import { type Entry, entryId, groupRiders, type Person } from '@dossard/contract/series/same.rider.rules.ts';
import type { SeriesRule } from '@dossard/contract/series/series.schema.ts';
import {
  type Place,
  rankSeasonGroup,
  ruleOfGroup,
  type SeasonLine,
  type SeasonRider,
} from '@dossard/contract/series/standings.rules.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { SeriesRow } from '../../access/series.access.ts';
import type { Database } from '../../database/client.ts';
import { joinReads } from '../../database/joined.reads.ts';
import { readTogether } from '../../database/round.trips.ts';
import { competitions } from '../../tables/competition.table.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { type Hold, isGroup } from '../declarations/declared.results.ts';
import { getOfficialGroups } from '../declarations/official.groups.ts';
import { listCounted, usableIds } from '../identity/counted.competitions.ts';
import { listDecisions, listEntries, type StoredDecision } from '../identity/decision.store.ts';
import { type Audience, type KeptRanking, namesFor, type RankingAnswers } from '../rankings/ranking.answers.ts';

/** A rider of the season with the entries that the audience may see. */
export interface SeasonPerson extends Person {
  /** Whether the rider was erased in any competition, hidden ones included (T11). */
  erased: boolean;
}

/** A rider of a group with their entries there. */
export interface GroupRider extends SeasonRider {
  person: SeasonPerson;
  /** The rider's entries in this group, by the position of the competition. */
  entries: Map<number, Entry>;
}

/** A season as seen by one audience at a moment, with a cache of what is computed from it. */
export interface Season {
  series: SeriesRow;
  audience: Audience;
  competitions: CompetitionRow[];
  /** How each competition names its riders to the audience. */
  names: PublicNames[];
  decisions: StoredDecision[];
  groups: Group[];
  /** The other groups in which a rider has a line in the standings. */
  groupsOf: ReadonlyMap<SeasonPerson, readonly Group[]>;
  /** Differs when anything visible to the audience does. */
  etag: string;
  /** Computes the lines of one of `groups`. */
  lines(group: Group): Promise<SeasonLine<GroupRider>[]>;
  /** Returns the serialised answer of a name, written once for all readers. */
  answer(name: string, write: () => Promise<string>): Promise<Buffer>;
}

export interface Seasons {
  /** Reads a season with everything visible to visitors, or to its admins. */
  read(series: SeriesRow, audience: Audience, now: Date): Promise<Season>;
  /** Computes a season with another rule, for a preview. */
  tryRule(series: SeriesRow, rule: SeriesRule, now: Date): Promise<Season>;
}

/** Maximum numbers of seasons and of lists of entries cached in memory. */
const keptSeasons = 50;
const keptLists = 500;
/**
 * A changed season rests for this many times as long as the last work on it took, at most so many milliseconds: while
 * runs arrive, visitors who read it all the time must not keep referees waiting.
 */
const restFactor = 4;
const maxRestMs = 2_000;
/** Maximum size of all cached answers about seasons, in bytes. */
const maxAnswers = 64 * 1024 * 1024;

const keyOf = ({ id }: SeriesRow, audience: Audience) => `${id}|${audience}`;

interface KeptEntries {
  version: number;
  entries: Entry[];
}

/**
 * Caches seasons while neither the series nor any of its competitions changes. Rankings come from their own cache; the
 * entries of a competition are read once per version, so that a run in the last competition reloads only that one.
 */
export function createSeasons(db: Database, rankings: RankingAnswers): Seasons {
  const seasons = new LRUCache<string, Season>({ max: keptSeasons });
  /** By season: who asked last for a changed one, and when it may be computed again. */
  const asked = new LRUCache<string, { series: SeriesRow; audience: Audience; now: Date }>({ max: keptLists });
  const restUntil = new LRUCache<string, number>({ max: keptLists });
  const lists = new LRUCache<number, KeptEntries>({ max: keptLists });
  const answers = new LRUCache<string, Buffer>({ maxSize: maxAnswers, sizeCalculation: ({ length }) => length + 1 });
  const placesOf = new WeakMap<KeptRanking, Promise<Map<number, Place>>>();

  async function entriesOf({ id, version }: CompetitionRow): Promise<Entry[]> {
    const known = lists.get(id);
    if (known && known.version >= version) return known.entries;
    const [[read], present, official] = await readTogether(db, (tx) => [
      tx.select({ version: competitions.version }).from(competitions).where(eq(competitions.id, id)).execute(),
      listEntries(tx, id),
      getOfficialGroups(tx, id),
    ]);
    const entries = present.map((entry) => ({ ...entry, ...official.get(entry.dossard) }));
    lists.set(id, { version: read?.version ?? version, entries });
    return entries;
  }

  /** Reads the places of a ranking by bib; those of the official list if the group is official (T10). */
  async function getPlaces(
    competition: CompetitionRow,
    group: Group,
    audience: Audience,
    now: Date,
  ): Promise<Map<number, Place>> {
    const ranking = await rankings.whole(competition, group, 'members', now);
    const places = placesOf.get(ranking) ?? placesIn(db, competition.id, group, ranking);
    placesOf.set(ranking, places);
    places.catch(() => placesOf.delete(ranking));
    return audience === 'public' && ranking.hold ? placesShown(await places, ranking.hold) : places;
  }

  async function compute(series: SeriesRow, audience: Audience, { all, ...found }: Found, now: Date): Promise<Season> {
    const [allLists, decisions] = await Promise.all([Promise.all(all.map(entriesOf)), listDecisions(db, series.id)]);
    const listOf = new Map(all.map(({ id }, index) => [id, allLists[index] ?? []]));
    const lists = found.competitions.map(({ id }) => listOf.get(id) ?? []);
    const persons = personsIn(allLists.flat(), decisions, new Set(found.competitions.map(({ id }) => id)));
    const groupOf = groupsBy(series.rule);
    const groups = sortGroups(new Set(lists.flat().map(groupOf)));
    const groupsOf = new Map(persons.map((person) => [person, sortGroups(new Set(person.entries.map(groupOf)))]));
    const personOf = new Map(persons.flatMap((person) => person.entries.map((one) => [entryId(one), person] as const)));
    const lines = new Map<Group, Promise<SeasonLine<GroupRider>[]>>();
    const writing = new Map<string, Promise<Buffer>>();

    async function stand(group: Group): Promise<SeasonLine<GroupRider>[]> {
      const riders = new Map<SeasonPerson, GroupRider & { places: Map<number, Place> }>();
      const read = await Promise.all(
        found.competitions.map((competition, position) => {
          const entries = (lists[position] ?? []).filter((entry) => groupOf(entry) === group);
          const groups = new Map(entries.map((entry) => [groupKey(entry), entry]));
          const places = Promise.all([...groups.values()].map((group) => getPlaces(competition, group, audience, now)));
          return places.then((all) => ({ position, entries, placeOf: placeIn(all) }));
        }),
      );
      for (const { position, entries, placeOf } of read) {
        for (const entry of entries) {
          const person = personOf.get(entryId(entry));
          const place = placeOf(entry.dossard);
          if (!person || !place) continue;
          const rider = riders.get(person) ?? {
            key: person.id,
            guest: person.guest,
            person,
            entries: new Map(),
            places: new Map<number, Place>(),
          };
          riders.set(person, rider);
          // A rider with two bibs in one group keeps the better place (T7).
          if (isWorse(place, rider.places.get(position))) continue;
          rider.places.set(position, place);
          rider.entries.set(position, entry);
        }
      }
      return rankSeasonGroup([...riders.values()], found.competitions.length, ruleOfGroup(series.rule, group));
    }

    return {
      series,
      audience,
      ...found,
      decisions,
      groups,
      groupsOf,
      answer(name, write) {
        const key = `${series.id} ${audience} ${found.etag} ${name}`;
        const known = answers.get(key) ?? writing.get(key);
        if (known) return Promise.resolve(known);
        const written = costing(keyOf(series, audience), write()).then((text) => Buffer.from(text));
        writing.set(key, written);
        written.then((bytes) => answers.set(key, bytes)).catch(() => {});
        written.finally(() => writing.delete(key)).catch(() => {});
        return written;
      },
      lines(group) {
        const known = lines.get(group) ?? costing(keyOf(series, audience), stand(group));
        lines.set(group, known);
        known.catch(() => lines.delete(group));
        return known;
      },
    };
  }

  async function find(series: SeriesRow, audience: Audience, now: Date): Promise<Found> {
    const counted = await listCounted(db, series.id);
    const all = counted.map(({ competition }) => competition);
    const usable = audience === 'members' ? await usableIds(db, counted) : new Set<number>();
    const visible = all.filter(({ id, deleted_at, is_public }) => deleted_at === null && (is_public || usable.has(id)));
    const names = visible.map((competition) => namesFor(audience, competition, now));
    const facts = [
      audience,
      series.id,
      series.version,
      all.map(({ id, version }) => [id, version]),
      ...visible.map(({ id }, at) => [id, names[at]]),
    ];
    const etag = `"${createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 22)}"`;
    return { all, competitions: visible, names, etag };
  }

  /** Reads a changed season after the rest from the last computation, as it is then, once for all who wait. */
  const readChanged = joinReads(async (key: string): Promise<Season> => {
    const order = asked.get(key);
    if (!order) throw new Error(`Nobody asked for the season ${key}.`);
    await pause(Math.max(0, (restUntil.get(key) ?? 0) - performance.now()), undefined, { ref: false });
    const found = await find(order.series, order.audience, order.now);
    const known = seasons.get(key);
    if (known?.etag === found.etag) return known;
    const season = await costing(key, compute(order.series, order.audience, found, order.now));
    seasons.set(key, season);
    return season;
  });

  /** Lets a season rest for some time after work on it. */
  async function costing<Result>(key: string, work: Promise<Result>): Promise<Result> {
    const began = performance.now();
    const result = await work;
    const end = performance.now();
    const until = end + Math.min(maxRestMs, restFactor * (end - began));
    restUntil.set(key, Math.max(until, restUntil.get(key) ?? 0));
    return result;
  }

  return {
    async read(series, audience, now) {
      const key = keyOf(series, audience);
      const found = await find(series, audience, now);
      const known = seasons.get(key);
      if (known?.etag === found.etag) return known;
      asked.set(key, { series, audience, now });
      return readChanged(key);
    },
    async tryRule(series, rule, now) {
      return compute({ ...series, rule }, 'members', await find(series, 'members', now), now);
    },
  };
}

interface Found extends Pick<Season, 'competitions' | 'names' | 'etag'> {
  /** All competitions of the series, including those hidden from the audience. */
  all: CompetitionRow[];
}

/** Only erased riders have no first name. */
const isErased = ({ first_name }: Entry) => first_name === '';

/**
 * Groups the entries of all competitions into riders before hiding some: a hidden competition neither splits a rider
 * nor reveals an erased name (T9, T11).
 */
function personsIn(
  entries: readonly Entry[],
  decisions: readonly StoredDecision[],
  visible: ReadonlySet<number>,
): SeasonPerson[] {
  return groupRiders(entries, decisions).flatMap((person) => {
    const shown = person.entries.filter(({ competition_id }) => visible.has(competition_id));
    return shown.length === 0 ? [] : [{ ...person, entries: shown, erased: person.entries.some(isErased) }];
  });
}

/**
 * Returns a function that finds the group in which an entry counts (T7), with one object per group, however it is
 * spelled.
 */
function groupsBy({ renamed }: SeriesRule): (entry: Group) => Group {
  const aliases = new Map(renamed.map(({ category, counts_as }) => [categoryKey(category), counts_as]));
  const bySpelling = new Map<string, Group>();
  const byKey = new Map<string, Group>();
  return ({ category, gender }) => {
    // Thousands of entries have few spellings, and comparing spellings is slow, so results are cached.
    const spelling = `${gender} ${category}`;
    const known = bySpelling.get(spelling);
    if (known) return known;
    const counted = { category: aliases.get(categoryKey(category)) ?? category, gender };
    const group = byKey.get(groupKey(counted)) ?? counted;
    byKey.set(groupKey(counted), group);
    bySpelling.set(spelling, group);
    return group;
  };
}

/** Sorts groups in the usual order. */
const sortGroups = (groups: ReadonlySet<Group>): Group[] =>
  [...groups].sort((a, b) => compareCategories(a.category, b.category) || a.gender.localeCompare(b.gender));

/** The places that the public sees while some are held (E12). */
const placesShown = (places: ReadonlyMap<number, Place>, { held }: Hold): Map<number, Place> => {
  const ranked = [...places].map(([dossard, place]) => ({ dossard, place, rank: place.rank }));
  return new Map(withoutHeld(ranked, held).map(({ dossard, place }) => [dossard, place]));
};

const placeIn = (rankings: readonly Map<number, Place>[]) => (dossard: number) =>
  rankings.find((places) => places.has(dossard))?.get(dossard);

const isWorse = (place: Place, known: Place | undefined) =>
  known !== undefined && (place.rank ?? Number.MAX_SAFE_INTEGER) >= (known.rank ?? Number.MAX_SAFE_INTEGER);

async function placesIn(
  db: Database,
  competitionId: number,
  group: Group,
  { ranked, result }: KeptRanking,
): Promise<Map<number, Place>> {
  const live = new Map(
    ranked.map(({ rider, rank, number_of_runs }): [number, Place] => [
      rider.dossard,
      { rank, status: rider.status ?? null, rode: number_of_runs > 0 },
    ]),
  );
  if (result?.state !== 'official' || !result.differs) return live;
  const [list] = await db
    .select({ body: officialLists.body })
    .from(officialLists)
    .where(and(isGroup(officialLists, competitionId, group), eq(officialLists.revision, result.revision)));
  if (!list) return live;
  const { rankings } = JSON.parse(list.body) as { rankings: (Place & { dossard: number; number_of_runs: number })[] };
  return new Map(
    rankings.map(({ dossard, rank, status, number_of_runs }) => [dossard, { rank, status, rode: number_of_runs > 0 }]),
  );
}
