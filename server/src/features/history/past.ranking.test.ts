import {
  createCompetition,
  deleteCompetition,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { getRankingAt } from '@dossard/contract/history/history.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { takeOverRiders, updateFollows } from '@dossard/contract/rounds/round.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie, withdrawTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { expect, it } from 'vitest';
import { competitionInput, doors, graduation, makeCompetition, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

const house = await startTestApp();
const girls = { category: 'U13', gender: 'F' } as const;

it('decides past ties by the jury and the previous round as of that moment (R14, R15)', async () => {
  const { admin, competitionId, zoneId } = await makeCompetition(house, 4);
  const semifinal = { id: competitionId, zoneId };
  const final = await createRound('Finale');
  const { id } = final;

  async function createRound(name: string) {
    const created = (await admin.call(createCompetition, { body: { ...competitionInput, name } })).body;
    const body = { name: 'Les Dalles', graduations: [graduation('U13', 'F', tens)] };
    return { id: created.id, zoneId: (await admin.call(createZone, { params: { id: created.id }, body })).body.id };
  }
  const ride = (round: { id: number; zoneId: number }, dossard: number, won: number) =>
    admin.call(createRun, { body: runOf(round.id, round.zoneId, dossard, doors(...[1, 2, 3, 4, 5, 6].slice(0, won))) });
  const follow = (before: number | null) =>
    admin.call(updateFollows, {
      params: { id },
      body: { competition_id: before, groups: before === null ? [] : [{ ...girls, first: 4 }] },
    });
  const breakTies = (...tie_breaks: string[]) =>
    admin.call(updateCompetition, {
      params: { id },
      body: { ...competitionInput, name: 'Finale', ranking_rule: { runs: 'all', tie_breaks } } as never,
    });
  const decide = (...dossards: number[]) =>
    admin.call(decideTie, { params: { id }, body: { ...girls, dossards, reason: `Ordre ${dossards}` } });
  const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
  const seen: { time: string; order: number[][] }[] = [];
  const orderOf = ({ rankings }: { rankings: { dossard: number; rank: number }[] }) =>
    rankings.map(({ dossard, rank }) => [dossard, rank]);
  async function look(expected: number[][]) {
    // The history has a resolution of 1 ms.
    await pause();
    const { body } = await admin.call(getRanking, { params: { id }, query: girls });
    const time = new Date().toISOString();
    await pause();
    expect(orderOf(body)).toEqual(expected);
    seen.push({ time, order: expected });
  }

  for (const [dossard, won] of [1, 4, 3, 2].entries()) await ride(semifinal, dossard + 1, won);
  await follow(semifinal.id);
  await admin.call(takeOverRiders, { params: { id }, body: {} });
  for (const dossard of [1, 2, 3, 4]) await ride(final, dossard, 3);
  const ranked = (...dossards: number[]) => dossards.map((dossard, index) => [dossard, index + 1]);
  const equal = [1, 2, 3, 4].map((dossard) => [dossard, 1]);

  await look(equal);
  await breakTies('count_back', 'previous_round');
  await look(ranked(2, 3, 4, 1));
  await ride(semifinal, 1, 6);
  await look(ranked(1, 2, 3, 4));
  await breakTies('count_back', 'jury');
  await decide(4, 3, 2, 1);
  await look(ranked(4, 3, 2, 1));
  await decide(3, 1, 2, 4);
  await look(ranked(3, 1, 2, 4));
  await admin.call(withdrawTie, { params: { id, dossard: 1 } });
  await look(equal);
  await breakTies('count_back', 'previous_round');
  await follow(null);
  await look(equal);
  const quarterfinal = await createRound('Quart de finale');
  await follow(quarterfinal.id);
  await look(equal);
  await follow(semifinal.id);
  await look(ranked(1, 2, 3, 4));
  await admin.call(deleteCompetition, { params: { id: semifinal.id } });
  await look(equal);

  for (const { time, order } of seen) {
    const then = await admin.call(getRankingAt, { params: { id }, query: { ...girls, time } });
    expect(orderOf(then.body), time).toEqual(order);
  }
});
