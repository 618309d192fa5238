import type { Place } from '@dossard/contract/places/place.schema.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import type { Run } from '@dossard/contract/runs/run.schema.ts';
import { createEvent } from '../product/event.ts';
import { call } from '../product/product.ts';
import { type Ground, invitation, sleep } from '../referees/simulation.ts';

/* A competition that two real servers share, and requests to both. */

/** The two installations of a simulation. */
export interface Grounds {
  laptop: Ground;
  cloud: Ground;
}

/** A shared competition on one server. */
export interface Side {
  ground: Ground;
  event: { competition_id: number; zone_id: number };
}

/** Creates a competition on the laptop, shares it with the cloud, and waits until it has arrived there. */
export async function share({ laptop, cloud }: Grounds, address: string, riders: number): Promise<[Side, Side]> {
  const event = await createEvent(laptop, riders);
  const { code } = await call<{ code: string }>(cloud, 'POST', '/places/code');
  await call(laptop, 'POST', `/competition/${event.competition_id}/place`, { address, code });
  const { competitions } = await call<{ competitions: { id: number }[] }>(cloud, 'GET', '/competition');
  const competition_id = Math.max(...competitions.map(({ id }) => id));
  const sides: [Side, Side] = [
    { ground: laptop, event },
    { ground: cloud, event: { competition_id, zone_id: 0 } },
  ];
  while (!(await isEven(sides))) await sleep(200);
  const { zones } = await call<{ zones: { id: number }[] }>(cloud, 'GET', `/competition/${competition_id}/zones`);
  sides[1].event.zone_id = zones[0]?.id ?? 0;
  for (const { ground, event: here } of sides) {
    const { token } = await invitation(ground, here.competition_id);
    for (const { cookie } of ground.accounts)
      await call({ url: ground.url, cookie }, 'POST', '/invitation/accept', { token });
  }
  return sides;
}

const readPlace = async ({ ground, event }: Side): Promise<Place | null> =>
  (await call<{ place: Place | null }>(ground, 'GET', `/competition/${event.competition_id}/place`)).place;

/** Returns true if neither side lacks anything, and exactly one is home. */
export async function isEven(sides: readonly Side[]): Promise<boolean> {
  const places = await Promise.all(sides.map(readPlace));
  const isQuiet = places.every(
    (place) => place?.to_send === 0 && place.to_receive === 0 && place.last_contact !== null,
  );
  return isQuiet && places.filter((place) => place?.is_home).length === 1;
}

/** Reads all runs of the first `riders` riders. */
export async function readRuns({ ground, event }: Side, riders: number): Promise<Run[]> {
  const all: Run[] = [];
  for (let dossard = 1; dossard <= riders; dossard += 1) {
    const path = `/competition/${event.competition_id}/participant/${dossard}/runs`;
    all.push(...(await call<{ runs: Run[] }>(ground, 'GET', path)).runs);
  }
  return all;
}

/** Reads the ranking as the server's text. */
export const readRanking = async ({ ground, event }: Side): Promise<string> => {
  const path = `/competition/${event.competition_id}/liveranking?page_size=100`;
  return JSON.stringify((await call<{ rankings: RankingEntry[] }>(ground, 'GET', path)).rankings);
};

/** Serialises the fields of a run that are equal on both servers. */
export const serialiseRun = ({ competition_id, zone_id, version, ...run }: Run): string =>
  JSON.stringify(Object.entries(run).sort(([a], [b]) => (a < b ? -1 : 1)));
