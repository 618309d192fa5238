import { type Group, groupKey } from '@dossard/contract/categories/group.ts';
import type { RankedRider } from '@dossard/contract/rankings/ranking.rules.ts';
import { isClean } from '@dossard/contract/runs/run.rules.ts';
import {
  describePlace,
  findLastRun,
  findNeed,
  isImportant,
  orderSpeeches,
  rankAround,
} from '@dossard/contract/speaker/speech.rules.ts';
import type { SpeakerFeed, Speech } from '@dossard/contract/speaker/speech.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { createWorkCache } from '../../tools/work.cache.ts';
import type { KeptRanking, RankingAnswers } from '../rankings/ranking.answers.ts';
import { groupsOf, type RiddenRider } from '../rankings/ranking.store.ts';
import { listZonesOf } from '../zones/zone.store.ts';
import { type LatestRun, listLatestRuns, listRiding } from './speaker.store.ts';

/** Maximum number of runs in the feed. */
const maxSpeeches = 40;
/** Number of cached lists of speeches, each of a competition at a version. */
const keptSpeeches = 50;
/** The last rank whose riders are always in the feed. */
const podium = 3;

type Speeches = Pick<SpeakerFeed, 'speeches' | 'version'> & { zones: Zone[]; named: Group[] };

/** Creates the reader of the speaker's feed; names are always complete, whatever the public sees. */
export function createSpeakerFeeds(db: Database, rankings: RankingAnswers) {
  const kept = createWorkCache<Speeches>({ max: keptSpeeches });

  return async (competition: CompetitionRow, now: Date): Promise<SpeakerFeed> => {
    const { id, name, youth_words } = competition;
    const [{ speeches, version, zones, named }, riding] = await Promise.all([
      kept(`${id} ${competition.version}`, () => describeRuns(db, rankings, competition, now)),
      listRiding(db, id, now),
    ]);
    const scored = zones.flatMap(({ graduations }) => graduations);
    const groups = new Map([...scored, ...named, ...riding].map((group) => [groupKey(group), group]));
    const ranked = await Promise.all(
      [...groups.values()].map(({ category, gender }) =>
        rankings.whole(competition, { category, gender }, 'members', now),
      ),
    );
    const shown = new Set([
      ...speeches.flatMap(({ dossard, place }) => ['dossard' in place ? place.dossard : null, dossard]),
      ...riding.map(({ dossard }) => dossard),
    ]);
    return {
      competition: { id, name, youth_words },
      version,
      speeches,
      zones: zones.map((zone) => ({
        ...zone,
        riding_dossards: riding.flatMap(({ zone_id, dossard }) => (zone_id === zone.id ? [dossard] : [])),
      })),
      riders: ranked.flatMap((ranking) =>
        ranking.ranked
          .filter(({ rider, rank }) => shown.has(rider.dossard) || (rank !== null && rank <= podium))
          .map(({ rider, rank, total_points }) => ({ ...rider, rank, total_points })),
      ),
    };
  };
}

/** Describes the latest runs of a competition, each with the rankings before and after it. */
async function describeRuns(
  db: Database,
  rankings: RankingAnswers,
  competition: CompetitionRow,
  now: Date,
): Promise<Speeches> {
  const [latest, zones] = await Promise.all([
    listLatestRuns(db, competition.id, maxSpeeches),
    listZonesOf(db, competition.id),
  ]);
  const groups = groupsOf(latest);
  const described = await Promise.all(
    groups.map(async (ridden) => {
      const [{ category, gender } = { category: '', gender: 'F' as const }] = ridden;
      const ranking = await rankings.whole(competition, { category, gender }, 'members', now);
      return describeGroup(competition, ranking, ridden, zones);
    }),
  );
  return {
    speeches: orderSpeeches(described.flat()),
    version: competition.version,
    zones,
    named: groups.flatMap(([first]) => first ?? []),
  };
}

/** Describes runs of one group, the latest first. */
function describeGroup(
  competition: CompetitionRow,
  { ranked, rule }: KeptRanking,
  latest: readonly LatestRun[],
  zones: readonly Zone[],
): Speech[] {
  const riders = ranked.map(({ rider }) => rider);
  // A run may have been added or removed since the list was read.
  const present = latest.filter(({ dossard, run_number }) => findRun(riders, dossard, run_number));
  return rankAround(riders, present, rule).flatMap((around, index) => {
    const { dossard, run_number, ridden_at, received_at } = present[index] as LatestRun;
    const run = findRun(riders, dossard, run_number);
    const rider = around.after.find((one) => one.rider.dossard === dossard)?.rider;
    if (!run || !rider) return [];
    const last = findLastRun(rider, zones, competition);
    const need = last ? findNeed(around.after, dossard, last, rule) : null;
    const place = describePlace(around, dossard);
    return [
      {
        ...run,
        dossard,
        clean: isClean(run),
        important: isImportant(around, place, need) && rankOf(ranked, dossard) === rankOf(around.after, dossard),
        place,
        need,
        at: ridden_at,
        received_at,
      },
    ];
  });
}

const rankOf = (ranked: readonly RankedRider<RiddenRider>[], bib: number) =>
  ranked.find(({ rider }) => rider.dossard === bib)?.rank;

const findRun = (riders: readonly RiddenRider[], dossard: number, number: number) =>
  [...(riders.find((rider) => rider.dossard === dossard)?.runs ?? [])].find(({ run_number }) => run_number === number);
