import {
  deleteCompetition,
  setVisibility,
  updateCompetition,
} from '@dossard/contract/competitions/competition.endpoints.ts';
import { updateParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { competitionInput, rider } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { makeSeason, shortLines } from './testing/season.job.ts';

/* How riders are joined and named in public when competitions are hidden, deleted or removed. */

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;
let admin: TestCaller;
let seriesId: number;

beforeEach(async () => {
  season = await makeSeason(house);
  ({ admin, seriesId } = season);
});

const erase = (index: number, dossard = 1) =>
  admin.call(erasePersonalData, { params: { id: season.event(index).id, dossard } });
const hide = (index: number) =>
  admin.call(setVisibility, { body: { competition_id: season.event(index).id, is_public: false } });
const others = [
  [2, 'Garnier 2', 80],
  [3, 'Garnier 3', 60],
];

describe('an erased rider (T11)', () => {
  it('remains one rider when the first competition is removed from the series', async () => {
    await erase(2);
    await season.count(season.event(1).id, season.event(2).id);
    expect(shortLines(await season.standings())).toEqual([[1, '', 100], ...others]);
  });

  it('keeps rank and points, without a name, when another competition is hidden', async () => {
    await erase(2);
    await hide(0);
    expect(shortLines(await season.publicStandings())).toEqual([[1, '', 100], ...others]);
  });

  it('has no name either when the competition of the erasure is hidden or deleted', async () => {
    await erase(0);
    await hide(0);
    expect(shortLines(await season.publicStandings())).toEqual([[1, '', 100], ...others]);
    await admin.call(deleteCompetition, { params: { id: season.event(0).id } });
    expect(shortLines(await season.standings())).toEqual([[1, '', 100], ...others]);
  });
});

it('riders who were joined through a hidden competition stay joined (T9)', async () => {
  for (const index of [0, 1, 2]) {
    await admin.call(updateParticipant, {
      body: rider(season.event(index).id, 1, { first_name: 'Zoé', last_name: 'Garnier 1', club: null, licence: null }),
    });
  }
  await season.decide('join', [season.event(1).id, 1], [season.event(0).id, 1]);
  await season.decide('join', [season.event(1).id, 1], [season.event(2).id, 1]);
  await hide(1);
  expect(shortLines(await season.publicStandings())).toEqual([[1, 'Garnier 1', 100], ...others]);
  await admin.call(deleteCompetition, { params: { id: season.event(1).id } });
  expect(shortLines(await season.standings())).toEqual([[1, 'Garnier 1', 100], ...others]);
  // The organisers' page shows the same riders, without the missing entry.
  const { riders } = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
  expect(riders[0].entries.map(({ competition_id }: { competition_id: number }) => competition_id)).toEqual([
    season.event(0).id,
    season.event(2).id,
  ]);
  const refused = await season.decide('split', [season.event(1).id, 1]);
  expect([refused.status, refused.body.code]).toEqual([404, 'participant_not_found']);
});

describe('a name that is hidden from the public', () => {
  const bibsOf = (line: Standing | undefined) => line?.results.map(({ dossard }) => dossard);

  it.each(['initials', 'bib'])('is not found through the bib of another competition (%s)', async (public_names) => {
    await admin.call(updateCompetition, {
      params: { id: season.event(2).id },
      body: { ...competitionInput, date: '2027-06-01', public_names },
    });
    const lines = await season.publicStandings();
    // The other competitions name their riders, so that a rank there would reveal the name: only the total is shown.
    expect(lines.map(({ results, total_points }) => [results, total_points])).toEqual([
      [[], 150],
      [[], 120],
      [[], 90],
    ]);
    const csv = await house.visitor.call(endpoints.exportPublicStandings, { params: { seriesId } });
    expect(
      new Set(
        String(csv.body)
          .trim()
          .split('\r\n')
          .map((row) => row.split(';').length),
      ).size,
    ).toBe(1);
    expect(lines.filter(({ id }) => /^\d+-\d+$/.test(id))).toEqual([]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
    expect((await season.standings()).map(bibsOf)).toEqual([1, 2, 3].map((one) => [one, one, one]));
  });

  it('shows all results when every competition hides it alike', async () => {
    for (const { id } of season.events)
      await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, public_names: 'initials' } });
    const [first] = await season.publicStandings();
    expect(first?.results.map(({ rank, dossard }) => [rank, dossard])).toEqual([1, 2, 3].map(() => [1, null]));
  });

  it('cannot be found when the rider was erased; riders with names keep their bibs', async () => {
    await erase(0);
    const [erased, named] = await season.publicStandings();
    expect([erased?.results, bibsOf(named)]).toEqual([[], [2, 2, 2]]);
    expect(erased?.why.en).not.toMatch(/50/);
    expect(named?.why.en).not.toMatch(/fewer than/);
    expect([erased?.id, named?.id]).toEqual([expect.not.stringMatching(/^\d+-\d+$/), `${season.event(0).id}-2`]);
    const { clubs } = (await house.visitor.call(endpoints.getPublicClubStandings, { params: { seriesId } })).body;
    expect(JSON.stringify(clubs)).not.toContain(`"${season.event(0).id}-1"`);
  });
});
