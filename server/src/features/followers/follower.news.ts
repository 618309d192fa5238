import { showNames } from '@dossard/contract/competitions/public.names.ts';
import { say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import type { RankedRider } from '@dossard/contract/rankings/ranking.rules.ts';
import { and, asc, eq, gte, isNull, lt, sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { fullName } from '../../access/account.store.ts';
import { type CompetitionRow, findAccess } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import type { Parts } from '../../http/parts.ts';
import { type PushOutcome, sendPush } from '../../push/push.sender.ts';
import { competitions } from '../../tables/competition.table.ts';
import { riderFollowers } from '../../tables/follower.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { rowOf } from '../../tables/joins.ts';
import { type PeriodicWork, startPeriodicWork } from '../../tools/periodic.work.ts';
import { createTurns, type Turns } from '../../tools/turns.ts';
import { createRankingAnswers, type KeptRanking, type RankingAnswers } from '../rankings/ranking.answers.ts';
import { findGroupOfRider, type RiddenRider } from '../rankings/ranking.store.ts';
import { followedSince } from './follower.store.ts';

/*
 * Tells browsers of the runs of the riders that they follow (L9), from the public ranking: what that does not show is not
 * told either. Each process looks; the one that raises the number of the last told run sends.
 */

type Follower = typeof riderFollowers.$inferSelect;

/** Interval of rounds, in milliseconds: runs in between are told together. */
const everyMs = 5_000;
/** Messages under way at the same time, in all and to one push service: a service that does not answer holds up its own. */
const atOnce = 200;
const atOnceOfHost = 20;
/** Messages in a row that fail until a browser is given up. */
const maxFailures = 5;

type News = Required<Pick<Parts, 'db' | 'push' | 'publicUrl' | 'clock'>>;

/** Creates the function that tells all browsers what is new since its last call. */
export function createNews({ db, push, publicUrl, clock }: News): () => Promise<void> {
  const rankings = createRankingAnswers(db);
  const inTurn = createHostTurns();
  /** The version of each competition up to which this process has looked. */
  const seen = new Map<number, number>();

  return async () => {
    const now = clock();
    const due = (await listFollowed(db, now)).filter(({ id, version }) => seen.get(id) !== version);
    const work = await Promise.allSettled(due.map(({ id, version }) => lookAt(id, version, now)));
    const troubles = work.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    if (troubles.length > 0) throw troubles[0];
  };

  /** Tells what is new in a competition, whatever happens in others; one that fails is looked at again. */
  async function lookAt(id: number, version: number, now: Date): Promise<void> {
    const competition = await findAccess(db, id, undefined);
    const sending = competition?.is_public ? await tellOf(competition, now) : [];
    seen.set(id, version);
    await Promise.all(sending);
  }

  /** Starts the messages about a competition: slow services of some followers do not hold up the others. */
  async function tellOf(competition: CompetitionRow, now: Date): Promise<Promise<void>[]> {
    const followers = await db.select().from(riderFollowers).where(eq(riderFollowers.competition_id, competition.id));
    const sending: Promise<void>[] = [];
    for (const dossard of new Set(followers.map((follower) => follower.dossard))) {
      const shown = await findShown(db, rankings, competition, dossard, now);
      if (!shown) continue;
      const due = await claimFollowers(db, competition.id, dossard, shown.latest.run_number);
      sending.push(...due.map((follower) => inTurn(follower.endpoint, () => tell(follower, shown, competition))));
    }
    return sending;
  }

  async function tell(follower: Follower, shown: Shown, competition: CompetitionRow): Promise<void> {
    // It may have withdrawn while others were told.
    if ((await db.$count(riderFollowers, isFollower(follower))) === 0) return;
    const message = describeNews(shown, competition, follower, publicUrl);
    const outcome = await sendPush(push, follower, message, `${competition.id}-${follower.dossard}`);
    await noteOutcome(db, follower, outcome);
  }
}

/** Returns the function that does work in a turn of a push service: few messages at once to each, many to all together. */
function createHostTurns() {
  const all = createTurns({ atOnce, waiting: Number.POSITIVE_INFINITY });
  const hosts = new LRUCache<string, Turns>({ max: 1_000 });
  return (endpoint: string, work: () => Promise<void>): Promise<void> => {
    const { host } = new URL(endpoint);
    const own = hosts.get(host) ?? createTurns({ atOnce: atOnceOfHost, waiting: Number.POSITIVE_INFINITY });
    hosts.set(host, own);
    return own.run(() => all.run(work));
  };
}

/** Tells browsers what is new, again and again, until it is stopped. */
export const startNews = (news: News, onTrouble: (error: Error) => void): PeriodicWork =>
  startPeriodicWork({ work: createNews(news), everyMs, onTrouble });

/** Lists the competitions with followed riders that are public and not over. */
const listFollowed = (db: Database, now: Date) =>
  db
    .selectDistinct({ id: competitions.id, version: competitions.version })
    .from(riderFollowers)
    .innerJoin(competitions, eq(competitions.id, riderFollowers.competition_id))
    .where(and(competitions.is_public, isNull(competitions.deleted_at), gte(competitions.date, followedSince(now))))
    .orderBy(asc(competitions.id));

interface Shown {
  latest: RiddenRider['runs'][number];
  found: RankedRider<RiddenRider>;
  ranking: KeptRanking;
}

/** Finds a rider with runs in the public ranking of their group; undefined while any of its result is held (E12). */
async function findShown(
  db: Database,
  rankings: RankingAnswers,
  competition: CompetitionRow,
  dossard: number,
  now: Date,
): Promise<Shown | undefined> {
  const group = await findGroupOfRider(db, competition.id, dossard);
  const ranking = group && (await rankings.whole(competition, group, 'public', now));
  const found = ranking?.ranked.find(({ rider }) => rider.dossard === dossard);
  if (!ranking || !found || ranking.hold) return undefined;
  const [latest] = [...found.rider.runs].sort((a, b) => b.run_number - a.run_number);
  return latest && { found, ranking, latest };
}

/** Notes the latest run for all browsers that follow a rider, and returns those that did not know of it. */
const claimFollowers = (db: Database, competition_id: number, dossard: number, latest: number): Promise<Follower[]> =>
  db
    .update(riderFollowers)
    .set({ told_runs: latest })
    .where(and(hasValues(riderFollowers, { competition_id, dossard }), lt(riderFollowers.told_runs, latest)))
    .returning();

/** Describes the latest run and the present place, in the words of the browser's language. */
function describeNews(
  { found, ranking, latest }: Shown,
  { id, name, date }: CompetitionRow,
  { dossard, language }: Follower,
  publicUrl: string,
) {
  const { rider, rank, total_points } = found;
  const zone = ranking.zoneNames.get(latest.zone_id) ?? '';
  const run = say(m.news_run, { zone, points: latest.points }, language);
  const place = rank === null ? '' : say(m.news_place, { rank, points: total_points }, language);
  return {
    title: fullName(showNames(rider, ranking.names)) || say(m.news_rider, { dossard }, language),
    body: [run, place, name].filter(Boolean).join('\n'),
    language,
    tag: `${id}-${dossard}-${date}`,
    url: `${publicUrl}/public/competitions/${id}/riders/${dossard}`,
  };
}

const isFollower = ({ competition_id, id }: Follower) => rowOf(riderFollowers, competition_id, id);

/** Forgets a browser that withdrew, or whose push service took none of the last messages. */
async function noteOutcome(db: Database, follower: Follower, outcome: PushOutcome) {
  const { failures } = follower;
  const isIt = isFollower(follower);
  if (outcome === 'gone' || (outcome === 'failed' && failures + 1 >= maxFailures))
    await db.delete(riderFollowers).where(isIt);
  else if (outcome === 'failed') await db.update(riderFollowers).set({ failures: sql`failures + 1` }).where(isIt);
  else if (failures > 0) await db.update(riderFollowers).set({ failures: 0 }).where(isIt);
}
