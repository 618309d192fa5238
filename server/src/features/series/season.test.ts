import type { Gender } from '@dossard/contract/categories/category.schema.ts';
import { createCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { importParticipants, updateStatus } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { expect, test } from 'vitest';
import { competitionInput, doors, graduation, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

/*
 * A season: six competitions, 120 riders in four groups of 30, 30 of whom are absent each time. The first of a group is
 * the fastest, then the second, and so on, so that each number below can be computed by hand.
 */

const house = await startTestApp();
const admin = await house.signIn(['create_competition']);

const groups = [
  { category: 'U13', gender: 'F' },
  { category: 'U13', gender: 'H' },
  { category: 'U15', gender: 'F' },
  { category: 'U15', gender: 'H' },
] as const satisfies { category: string; gender: Gender }[];
const competitions = [0, 1, 2, 3, 4, 5];
const riders = Array.from({ length: 120 }, (_, index) => ({
  index,
  place: index % 30,
  group: groups[Math.floor(index / 30)] ?? groups[0],
}));
/** Every fourth rider is absent, a different one each time. */
const comesTo = (competition: number) => riders.filter(({ index }) => index % 4 !== competition % 4);
/** Bibs are different each time. */
const bibOf = (index: number, competition: number) => index + 1 + 200 * competition;

/** Two girls with the same name and club, without a licence: the fifth and the eighth of U13. */
const namesakes = [4, 7];
/** The fastest girl of U13 and the third boy of U15 are guests of another league. */
const guests = [0, 92];
/** The second girl of U13 is disqualified in the fourth competition. */
const disqualified = { index: 1, competition: 3 };

const nameOf = (index: number) => (namesakes.includes(index) ? 'Petit;Lou' : `Rider ${index};Alix`);
const licenceOf = (index: number) => (namesakes.includes(index) ? '' : `FFC ${1000 + index}`);

async function makeCompetition(competition: number): Promise<number> {
  const date = `2027-0${competition + 3}-14`;
  const name = `Épreuve ${competition + 1}`;
  const { id } = (await admin.call(createCompetition, { body: { ...competitionInput, name, date } })).body;
  const zone = await admin.call(createZone, {
    params: { id },
    body: { name: 'Les Dalles', graduations: groups.map(({ category, gender }) => graduation(category, gender, tens)) },
  });
  const coming = comesTo(competition);
  const rows = coming.map(
    ({ index, group: { category, gender } }) =>
      `${bibOf(index, competition)};${category};${nameOf(index)};${gender};Les Crampons;${licenceOf(index)}`,
  );
  const bytes = `Dossard;Catégorie;Nom;Prénom;Sexe;Club;Licence\n${rows.join('\n')}\n`;
  const imported = await admin.call(importParticipants, { params: { id }, file: { name: 'a.csv', bytes } });
  expect([imported.status, imported.body.imported]).toEqual([200, 90]);
  for (const { index, place } of coming) {
    // All pass the same doors, so the time decides (R6).
    const run = { ...doors(1, 2, 3), penality: 0, chrono_sec: 30 + place };
    await admin.call(createRun, { body: runOf(id, zone.body.id, bibOf(index, competition), run) });
  }
  return id;
}

const rule = {
  points: [100, 90, 80, 75, 70, 65, 60, 55, 50, 45, 40],
  beyond: 10,
  best: 4,
  guests: 'removed',
  minimum_starts: 3,
};

test('a season of six competitions matches the result computed by hand', { timeout: 120_000 }, async () => {
  const ids: number[] = [];
  for (const competition of competitions) ids.push(await makeCompetition(competition));
  const { id: seriesId } = (
    await admin.call(endpoints.createSeries, { body: { name: 'Trophée', season: '2027', rule } })
  ).body;
  const params = { seriesId };
  await admin.call(endpoints.updateSeriesCompetitions, { params, body: { competition_ids: ids } });
  await admin.call(updateStatus, {
    body: {
      competition_id: ids[disqualified.competition] ?? 0,
      dossard_number: bibOf(disqualified.index, disqualified.competition),
      status: 'dsq',
    },
  });

  const entryOf = (index: number, competition: number) => ({
    competition_id: ids[competition] ?? 0,
    dossard: bibOf(index, competition),
  });
  const firstOf = (index: number) => competitions.filter((one) => index % 4 !== one % 4);
  const decide = (action: string, entries: object[]) =>
    admin.call(endpoints.decideSeriesRiders, { params, body: { action, entries } });
  for (const guest of guests) await decide('guest', [entryOf(guest, firstOf(guest)[0] ?? 0)]);

  // The two with the same name and club are ambiguous until a person decides.
  const asked = (await admin.call(endpoints.listSeriesRiders, { params })).body;
  expect(asked.proposals.every(({ ambiguous }: { ambiguous: boolean }) => ambiguous)).toBe(true);
  for (const index of namesakes) {
    const [first = 0, ...others] = firstOf(index);
    for (const other of others) await decide('join', [entryOf(index, first), entryOf(index, other)]);
  }
  expect((await admin.call(endpoints.listSeriesRiders, { params })).body.proposals).toEqual([]);

  const read = async (category: string, gender: string): Promise<Standing[]> =>
    (await admin.call(endpoints.getStandings, { params, query: { category, gender } })).body.standings;
  /** Points of each competition, dropped ones in brackets, a dash for an absence; then rank, total and starts. */
  const write = ({ rank, last_name, results, total_points, starts }: Standing) =>
    [
      rank,
      last_name,
      ...results.map(({ started, points, dropped }) => (started ? (dropped ? `(${points})` : points) : '–')),
      `= ${total_points}, ${starts} starts`,
    ].join(' ');

  const girls = await read('U13', 'F');
  // 29 and not 30: the guest is excluded, and all behind her moved up one rank where she rode.
  expect(girls).toHaveLength(29);
  expect(girls.slice(0, 10).map(write)).toEqual([
    // Absent in 3. First in 2 and 6, where rider 1 is absent, and in 4, where she is disqualified; second behind her in 1 and
    // 5. Of five results the first 90 is dropped: 100 + 100 + 90 + 100.
    '1 Rider 2 (90) 100 – 100 90 100 = 390, 5 starts',
    // Absent in 4. Third in 1 and 5, second in 2, 3 and 6: 90 + 90 + 80 + 90; an 80 is dropped.
    '2 Rider 3 (80) 90 90 – 80 90 = 350, 5 starts',
    // One of the namesakes; absent in 1 and 5, so all four count: third, third, second (the disqualified is out), third.
    '3 Petit – 80 80 90 – 80 = 330, 4 starts',
    // Absent in 2 and 6; fourth three times, and third where the disqualified is out.
    '4 Rider 5 75 – 75 80 75 – = 305, 4 starts',
    // First three times and disqualified once: that one counts 0, because two absences are dropped before it.
    '5 Rider 1 100 – 100 0 100 – = 300, 4 starts',
    // Absent in 3; fifth in 1 and 5, fourth in 2, 4 and 6. The first 70 is dropped: 75 + 75 + 70 + 75.
    '6 Rider 6 (70) 75 – 75 70 75 = 295, 5 starts',
    // The other namesake; absent in 4; sixth in 1 and 5, fifth in 2, 3 and 6. The first 65 is dropped.
    '7 Petit (65) 70 70 – 65 70 = 275, 5 starts',
    // Absent in 1 and 5; sixth, sixth, fifth, sixth.
    '8 Rider 8 – 65 65 70 – 65 = 265, 4 starts',
    // Absent in 2 and 6; seventh, seventh, sixth, seventh.
    '9 Rider 9 60 – 60 65 60 – = 245, 4 starts',
    // Absent in 3; eighth in 1 and 5, seventh in 2, 4 and 6. The first 55 is dropped.
    '10 Rider 10 (55) 60 – 60 55 60 = 235, 5 starts',
  ]);
  expect(girls[4]?.why).toEqual({
    fr: '100 + 100 + 0 + 100 = 300 points. Écarté\u00a0: non parti (épreuve 2), non parti (épreuve 6). Disqualifié (épreuve 4)\u00a0: 0 point. 5 points de moins que le rang au-dessus.',
    en: '100 + 100 + 0 + 100 = 300 points. Dropped: no start (competition 2), no start (competition 6). Disqualified (competition 4): 0 points. 5 points fewer than the rank above.',
  });

  const boys = await read('U15', 'H');
  expect(boys.slice(0, 4).map(write)).toEqual([
    // Absent in 3, first in all others: of five hundreds one is dropped.
    '1 Rider 90 (100) 100 – 100 100 100 = 400, 5 starts',
    // Absent in 4; second, and first in 3. One 90 is dropped.
    '2 Rider 91 (90) 90 100 – 90 90 = 370, 5 starts',
    // Behind the guest everybody moves up: third in 1 and 5, where the guest is absent, second in 3 and 4.
    '3 Rider 93 80 – 90 90 80 – = 340, 4 starts',
    // Absent in 3; fourth in 1 and 5, third in 2, 4 and 6. The first 75 is dropped.
    '4 Rider 94 (75) 80 – 80 75 80 = 315, 5 starts',
  ]);

  const all = (await admin.call(endpoints.getStandings, { params })).body;
  // 120 riders without two guests; each comes to four or five of six.
  expect(all.total).toBe(118);
  const starts = all.standings.map((line: Standing) => line.starts);
  // 540 starts, of which the guests have four (first of 120: absent in 1 and 5) and four (93rd: likewise).
  expect(starts.reduce((sum: number, one: number) => sum + one, 0)).toBe(540 - 8);
  expect(all.standings.every(({ rank }: Standing) => rank !== null)).toBe(true);
});
