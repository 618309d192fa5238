import { createCompetition, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { expect } from 'vitest';
import { competitionInput, doors, graduation, rider, runOf, tens } from '../../../testing/main.job.ts';
import type { TestApp, TestCaller } from '../../../testing/test.app.ts';

/* A series of three competitions with three riders, for tests. */

export const seasonRule = {
  points: [50, 40, 30, 20],
  beyond: 1,
  dnf: 'last',
  best: null,
  drop: null,
  minimum_starts: 1,
};
export const riderNames = ['Zoé', 'Inès', 'Lou', 'Maé'];
const rideOf = (dossard: number) => doors(...[1, 2, 3].slice(0, 4 - dossard));

export interface SeasonEvent {
  id: number;
  zoneId: number;
}

/**
 * Creates a public series of three public competitions; riders 1 to 3, each with a licence, come first to third in all.
 */
export async function makeSeason(house: TestApp) {
  const admin = await house.signIn(['create_competition']);

  const ride = (event: SeasonEvent, dossard: number, won = rideOf(dossard)) =>
    admin.call(createRun, { body: runOf(event.id, event.zoneId, dossard, won) });

  async function enter(event: SeasonEvent, dossard: number, more: Record<string, unknown> = {}) {
    const facts = {
      first_name: riderNames[dossard - 1] ?? 'Axel',
      last_name: `Garnier ${dossard}`,
      club: 'Les Crampons',
    };
    await admin.call(createParticipant, {
      body: rider(event.id, dossard, { ...facts, licence: `FFC-${dossard}`, ...more }),
    });
    await ride(event, dossard);
  }

  const events: SeasonEvent[] = [];
  for (const date of ['2027-04-01', '2027-05-01', '2027-06-01']) events.push(await makeEvent(admin, date));
  for (const event of events) for (const dossard of [1, 2, 3]) await enter(event, dossard);
  const created = await admin.call(endpoints.createSeries, {
    body: { name: 'Trophée', season: '2027', rule: seasonRule },
  });
  expect([created.status, created.body.rule.ties]).toEqual([201, ['best_result', 'wins', 'last_competition']]);
  const seriesId: number = created.body.id;
  const params = { seriesId };
  const count = (...ids: number[]) =>
    admin.call(endpoints.updateSeriesCompetitions, { params, body: { competition_ids: ids } });
  await count(...events.map(({ id }) => id));
  await admin.call(endpoints.updateSeries, { params, body: { is_public: true } });
  const girls = { category: 'U13', gender: 'F' };

  return {
    admin,
    seriesId,
    events,
    event: (index: number): SeasonEvent => events[index] ?? { id: 0, zoneId: 0 },
    enter,
    ride,
    count,
    async standings(query: Record<string, string> = girls): Promise<Standing[]> {
      const answer = await admin.call(endpoints.getStandings, { params, query });
      expect(answer.status).toBe(200);
      expect(answer.body.total).toBe(answer.body.standings.length);
      return answer.body.standings;
    },
    async publicStandings(): Promise<Standing[]> {
      return (await house.visitor.call(endpoints.getPublicStandings, { params, query: girls })).body.standings;
    },
    /** Stores a decision about riders, named by competition and bib. */
    decide: (action: string, ...entries: [number, number][]) =>
      admin.call(endpoints.decideSeriesRiders, {
        params,
        body: { action, entries: entries.map(([competition_id, dossard]) => ({ competition_id, dossard })) },
      }),
  };
}

/** Creates a public competition with one zone. */
export async function makeEvent(admin: TestCaller, date: string): Promise<SeasonEvent> {
  const body = { ...competitionInput, name: `Épreuve ${date}`, date };
  const { id } = (await admin.call(createCompetition, { body })).body;
  const graduations = ['U13', 'U15'].flatMap((category) => [
    graduation(category, 'F', tens),
    graduation(category, 'H', tens),
  ]);
  const zone = await admin.call(createZone, { params: { id }, body: { name: 'Les Dalles', graduations } });
  await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
  return { id, zoneId: zone.body.id };
}

/** Returns rank, name and total of each line. */
export const shortLines = (lines: Standing[]) =>
  lines.map(({ rank, last_name, total_points }) => [rank, last_name, total_points]);
