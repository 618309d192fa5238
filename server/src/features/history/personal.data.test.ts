import { setVisibility, updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { getRankingAt, listHistory } from '@dossard/contract/history/history.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  findParticipant,
  importParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { getPublicRanking, getRanking, getRiderRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { schema } from '../../tables/schema.ts';
import { competitionInput, makeCompetition, rider, runOf } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

/*
 * Most riders are children: their data can be exported and erased, and the public sees only what the organiser chose.
 */

const house = await startTestApp();
const { admin, competitionId: id, zoneId } = await makeCompetition(house, 2);
const names = { first_name: 'Maïwenn', last_name: 'Kerguelen', club: 'Les Vélos Perdus' };
const withKey = () => ({ 'idempotency-key': crypto.randomUUID() });

await admin.call(createParticipant, { body: rider(id, 12, { ...names, last_name: 'Kergelen' }), headers: withKey() });
await admin.call(updateParticipant, { body: rider(id, 12, names), headers: withKey() });
await admin.call(importParticipants, {
  params: { id },
  file: { name: 'a.csv', bytes: '12;U13;Kerguelen;Maï;F;Les Vélos Perdus\n30;U13;Petit;Hugo;F;\n' },
});
await admin.call(importParticipants, {
  params: { id },
  query: { mode: 'partial' },
  file: { name: 'b.csv', bytes: '12;U13;Autre;Inès;F\n31;U13;Le Gall;Zoé;F\n' },
  headers: withKey(),
});
await admin.call(importParticipants, {
  params: { id },
  query: { dry_run: 'true' },
  file: { name: 'c.csv', bytes: '12;U13;Kerguelen;Maïwenn;F;Vélos Perdus\n' },
  headers: withKey(),
});
await admin.call(createRun, { body: runOf(id, zoneId, 12) });
await admin.call(deleteParticipant, { body: { competition_id: id, dossard_number: 12 } });
await admin.call(createParticipant, { body: rider(id, 12, names) });
await admin.call(createRun, { body: runOf(id, zoneId, 12) });
await admin.call(setVisibility, { body: { competition_id: id, is_public: true } });
// The jury decides a tie of this rider, with a reason that names them.
await admin.call(createRun, { body: runOf(id, zoneId, 1) });
const byJury = { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks: ['jury'] } };
await admin.call(updateCompetition, { params: { id }, body: byJury as never });
const order = { category: 'U13', gender: 'F', dossards: [12, 1] } as const;
const juries = ['Maïwenn a gagné le barrage', 'Kerguelen devant, après vidéo'];
for (const reason of juries)
  await admin.call(decideTie, {
    params: { id },
    body: { ...order, dossards: [...order.dossards], reason },
    headers: withKey(),
  });
const place = { id, dossard: 12 };

test('an organiser can export everything stored about a rider, and nothing about others', async () => {
  const { body } = await admin.call(getPersonalData, { params: place });
  expect(body.participant).toMatchObject({ dossard_number: 12, ...names });
  expect(body.runs).toHaveLength(1);
  expect(
    body.history.map((entry: { action: string; subject: { kind: string } }) => `${entry.action} ${entry.subject.kind}`),
  ).toEqual([
    'create participant',
    'update participant',
    'import participant',
    'create run',
    'delete participant',
    'create participant',
    'create run',
    'update tie',
    'update tie',
  ]);
  for (const other of ['Garnier', 'Petit', 'Hugo', 'Le Gall']) expect(JSON.stringify(body)).not.toContain(other);
});

// ASVS 14.2.4
test('erasing removes the names from every table, and changes no points', async () => {
  const points = async () => {
    const { rankings } = (await admin.call(getRanking, { params: { id } })).body;
    return rankings.map((entry: Record<string, unknown>) => [entry.rank, entry.dossard, entry.total_points]);
  };
  const before = await points();
  expect((await admin.call(erasePersonalData, { params: place })).status).toBe(204);
  expect(await points()).toEqual(before);
  const dump = await Promise.all(
    Object.values(schema).map(async (table) =>
      JSON.stringify((await house.db.execute(sql`select * from ${table}`)).rows),
    ),
  );
  for (const name of ['Maïwenn', 'Maï', 'Kerguelen', 'Kergelen', 'Vélos Perdus']) {
    expect(dump.filter((rows) => rows.includes(name))).toEqual([]);
  }
  expect((await admin.call(findParticipant, { params: place })).body).toMatchObject({
    first_name: '',
    last_name: 'Dossard 12',
    club: null,
  });
  const [entry] = (await admin.call(listHistory, { params: { id } })).body.entries;
  expect(entry).toMatchObject({ action: 'erase', subject: { kind: 'participant', key: '12' }, restorable: false });
  const then = await admin.call(getRankingAt, { params: { id }, query: { time: new Date().toISOString() } });
  expect(JSON.stringify(then.body)).not.toContain('Kerguelen');
});

test('a rider who is not entered has nothing to erase', async () => {
  for (const endpoint of [getPersonalData, erasePersonalData]) {
    expect((await admin.call(endpoint, { params: { id, dossard: 99 } })).body.code).toBe('participant_not_found');
  }
});

// ASVS 8.2.3
describe('names that the public sees', () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  test.each([
    ['full', null, { first_name: 'Zoé', last_name: 'Garnier 1' }],
    ['initials', null, { first_name: 'Z.', last_name: 'G. 1' }],
    ['bib', null, { first_name: '', last_name: '' }],
    ['full', yesterday, { first_name: '', last_name: '' }],
  ] as const)('%s until %s, in every public answer', async (public_names, names_until, shown) => {
    await admin.call(createRun, { body: runOf(id, zoneId, 1) });
    await admin.call(updateCompetition, { params: { id }, body: { ...competitionInput, public_names, names_until } });
    const guest = await house.signIn();
    for (const reader of [house.visitor, guest]) {
      const page = (await reader.call(getPublicRanking, { params: { id } })).body.rankings;
      expect(page.find((entry: { dossard: number }) => entry.dossard === 1)).toMatchObject(shown);
      const detail = (await reader.call(getRiderRanking, { params: { id, dossard: 1 } })).body;
      expect(detail.entry).toMatchObject(shown);
      if (shown.last_name !== 'Garnier 1') expect(JSON.stringify([page, detail])).not.toContain('Garnier');
    }
    // The organiser's own pages still show full names.
    expect(JSON.stringify((await admin.call(getRanking, { params: { id } })).body)).toContain('Garnier 1');
  });
});
