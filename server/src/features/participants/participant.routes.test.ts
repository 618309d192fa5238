import {
  createParticipant,
  deleteParticipant,
  findParticipant,
  getRoster,
  listParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { noOptionalFields } from '@dossard/contract/participants/participant.fields.ts';
import { noStatus } from '@dossard/contract/participants/status.fields.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun, deleteRun, listRuns } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { and, eq } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';

const house = await startTestApp();

const dossardsOf = (riders: { dossard_number: number }[]) => riders.map((one) => one.dossard_number);

/** Creates an empty competition, with helpers for its admin. */
async function openDesk(riders = 0) {
  const { admin, competitionId, zoneId } = await makeCompetition(house, riders);
  const params = { id: competitionId };
  const key = (dossard_number: number) => ({ body: { competition_id: competitionId, dossard_number } });
  return {
    admin,
    competitionId,
    zoneId,
    add: (dossard: number, more = {}) => admin.call(createParticipant, { body: rider(competitionId, dossard, more) }),
    change: (dossard: number, more = {}) =>
      admin.call(updateParticipant, { body: rider(competitionId, dossard, more) }),
    remove: (dossard: number) => admin.call(deleteParticipant, key(dossard)),
    find: (dossard: number) => admin.call(findParticipant, { params: { ...params, dossard } }),
    list: async (category?: string) =>
      (await admin.call(listParticipants, { params, query: { category } })).body.participants,
    record: (dossard: number, more = {}) =>
      admin.call(createRun, { body: runOf(competitionId, zoneId, dossard, more) }),
    ranking: async () => (await admin.call(getRanking, { params })).body,
    roster: (headers = {}) => admin.call(getRoster, { params, headers }),
    historyOf: (dossard: number) =>
      house.db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.competition_id, competitionId), eq(auditLog.subject_key, String(dossard))))
        .orderBy(auditLog.id),
  };
}

describe('POST /participant', () => {
  it('adds a rider, with normalised values', async () => {
    const desk = await openDesk();
    const answer = await desk.add(12, {
      category: ' u 13 ',
      first_name: ' Zoe\u0301 ',
      last_name: ' Le Gall ',
      club: '  ',
      shoe_size: '38',
    });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        dossard_number: 12,
        category: 'U13',
        gender: 'F',
        first_name: 'Zoé',
        last_name: 'Le Gall',
        ...noOptionalFields,
        ...noStatus,
        competition_id: desk.competitionId,
        run_count: 0,
        start_position: null,
      },
    ]);
    expect(await desk.list()).toEqual([answer.body]);
  });

  it('refuses a dossard that is taken, and names its holder', async () => {
    const desk = await openDesk();
    await desk.add(12, { first_name: 'Zoé', last_name: 'Le Gall' });
    const before = await desk.ranking();
    const answer = await desk.add(12, { first_name: 'Hugo', last_name: 'Faÿ' });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      409,
      'dossard_taken',
      'Bib number 12 is already taken.',
    ]);
    expect(answer.body.errors).toEqual([
      {
        path: 'dossard_number',
        code: 'dossard_taken',
        message: 'Bib number 12 already belongs to Zoé Le Gall.',
      },
    ]);
    expect(await desk.ranking()).toEqual(before);
    expect(await desk.historyOf(12)).toHaveLength(1);
  });

  it('gives a dossard to one of two requests at the same time', async () => {
    const desk = await openDesk();
    const answers = await Promise.all(['Faÿ', 'Roy', 'Petit'].map((last_name) => desk.add(12, { last_name })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('reuses the dossard of a removed rider: their runs stay hidden, run numbers continue', async () => {
    const desk = await openDesk();
    await desk.add(12, { last_name: 'Le Gall' });
    await desk.record(12);
    await desk.remove(12);
    expect((await desk.add(12, { last_name: 'Faÿ' })).status).toBe(201);
    expect((await desk.find(12)).body).toMatchObject({ last_name: 'Faÿ', run_count: 0, previous_runs: [] });
    expect((await desk.record(12)).body.run_number).toBe(2);
  });

  const wrong: { says: string; more: Record<string, unknown>; errors: [string, string][] }[] = [
    { says: 'dossard 0', more: { dossard_number: 0 }, errors: [['dossard_number', 'too_small']] },
    { says: 'a negative dossard', more: { dossard_number: -3 }, errors: [['dossard_number', 'too_small']] },
    { says: 'half a dossard', more: { dossard_number: 1.5 }, errors: [['dossard_number', 'not_an_integer']] },
    { says: 'a dossard in words', more: { dossard_number: 'x' }, errors: [['dossard_number', 'not_a_number']] },
    { says: 'a dossard beyond all', more: { dossard_number: 2 ** 31 }, errors: [['dossard_number', 'too_big']] },
    { says: 'no gender', more: { gender: undefined }, errors: [['gender', 'required']] },
    { says: 'another gender', more: { gender: 'X' }, errors: [['gender', 'invalid_choice']] },
    { says: 'a blank category', more: { category: ' ' }, errors: [['category', 'required']] },
    { says: 'a long name', more: { last_name: 'a'.repeat(101) }, errors: [['last_name', 'too_long']] },
    { says: 'a bell in a name', more: { last_name: 'a\u0007' }, errors: [['last_name', 'unreadable_character']] },
    {
      says: 'several at once',
      more: { first_name: '', last_name: null, club: 7 },
      errors: [
        ['last_name', 'required'],
        ['first_name', 'required'],
        ['club', 'not_text'],
      ],
    },
  ];
  test.each(wrong)('refuses $says', async ({ more, errors }) => {
    const desk = await openDesk();
    const answer = await desk.add(12, more);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
    const found = answer.body.errors.map(({ path, code }: { path: string; code: string }) => [path, code]);
    expect(found).toEqual(errors);
    expect(await desk.list()).toEqual([]);
  });
});

describe('PUT /participant', () => {
  it('changes the rider and the ranking, and the history keeps both', async () => {
    const desk = await openDesk();
    await desk.add(12, { club: 'Vélo Club Fictif' });
    const before = await desk.ranking();
    const answer = await desk.change(12, { category: 'U15', gender: 'H', last_name: 'Roy' });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { dossard_number: 12, category: 'U15', gender: 'H', last_name: 'Roy', club: null },
    ]);
    expect((await desk.ranking()).version).toBeGreaterThan(before.version);
    const [, change] = await desk.historyOf(12);
    expect(change).toMatchObject({ action: 'update', subject: 'participant', actor_id: desk.admin.id });
    expect(change?.before).toMatchObject({ category: 'U13', club: 'Vélo Club Fictif' });
    expect(change?.after).toMatchObject({ category: 'U15', club: null });
  });

  it('does not find an absent or removed rider', async () => {
    const desk = await openDesk(1);
    await desk.remove(1);
    for (const dossard of [1, 99]) {
      const answer = await desk.change(dossard);
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        'participant_not_found',
        'No participant has this bib number.',
      ]);
    }
  });
});

describe('DELETE /participant', () => {
  it('hides the rider with their runs everywhere, and the history keeps them', async () => {
    const desk = await openDesk(2);
    await desk.record(1, doors(1, 2));
    await desk.record(2);
    expect((await desk.remove(1)).status).toBe(204);
    expect(dossardsOf(await desk.list())).toEqual([2]);
    expect((await desk.find(1)).status).toBe(404);
    const runs = await desk.admin.call(listRuns, { params: { id: desk.competitionId, dossard: 1 } });
    expect(runs.status).toBe(404);
    expect(await desk.ranking()).toMatchObject({ total: 1, rankings: [{ dossard: 2, rank: 1 }] });
    expect(dossardsOf((await desk.roster()).body.participants)).toEqual([2]);
    const removal = (await desk.historyOf(1)).at(-1);
    expect(removal).toMatchObject({ action: 'delete', actor_id: desk.admin.id });
    expect(removal?.before).toMatchObject({ dossard_number: 1, runs: [{ run_number: 1, door1: true }] });
  });

  it('answers 404 the second time, and for another competition', async () => {
    const desk = await openDesk(1);
    const elsewhere = await openDesk();
    expect((await elsewhere.remove(1)).body.code).toBe('participant_not_found');
    expect((await desk.remove(1)).status).toBe(204);
    expect((await desk.remove(1)).body.code).toBe('participant_not_found');
  });
});

describe('GET /competition/{id}/participants', () => {
  it('lists by category, U9 before U11, then by dossard', async () => {
    const desk = await openDesk();
    const categories = { 5: 'U11', 3: 'U9', 4: 'Élite', 10: 'U9', 2: 'U11', 1: 'elite' };
    for (const [dossard, category] of Object.entries(categories)) await desk.add(Number(dossard), { category });
    expect(dossardsOf(await desk.list())).toEqual([1, 4, 3, 10, 2, 5]);
  });

  test.each(['Open 20 Pouces', 'open 20 pouces', ' OPEN  20 POUCES '])('filters by category %j', async (category) => {
    const desk = await openDesk(1);
    await desk.add(7, { category: 'Open 20 pouces' });
    expect(dossardsOf(await desk.list(category))).toEqual([7]);
  });

  it('counts the present runs, and none of another competition', async () => {
    const [desk, elsewhere] = [await openDesk(1), await openDesk(1)];
    await elsewhere.record(1);
    for (const _ of [1, 2, 3]) await desk.record(1);
    await desk.admin.call(deleteRun, { query: { competitionID: desk.competitionId, dossard: 1, runNumber: 2 } });
    expect(await desk.list()).toMatchObject([{ dossard_number: 1, run_count: 2 }]);
  });
});

describe('GET /competition/{id}/participant/{dossard}', () => {
  it('returns the rider with the runs so far, by the phone’s clock, else by the server’s', async () => {
    const desk = await openDesk(1);
    const recorded_at = '2027-06-12T10:00:00.000Z';
    await desk.record(1, { ...doors(1, 3), recorded_at });
    const second = (await desk.record(1, doors())).body;
    const { status, body } = await desk.find(1);
    expect(status).toBe(200);
    expect(body).toMatchObject({ dossard_number: 1, first_name: 'Zoé', run_count: 2 });
    expect(body.previous_runs).toEqual([
      { zone_id: desk.zoneId, run_number: 1, points: 20, recorded_at, ridden_at: expect.any(String) },
      {
        zone_id: desk.zoneId,
        run_number: 2,
        points: 0,
        recorded_at: second.received_at,
        ridden_at: second.received_at,
      },
    ]);
  });

  it('does not find a rider of another competition', async () => {
    const desk = await openDesk(1);
    const elsewhere = await openDesk();
    expect((await desk.find(1)).status).toBe(200);
    expect((await elsewhere.find(1)).body.code).toBe('participant_not_found');
  });

  test.each(['0', '-1', '1.5', 'x', '2147483648', '99999999999', ' 1', '1e1'])(
    'does not find dossard %j',
    async (text) => {
      const { admin, competitionId } = await openDesk(1);
      const answer = await admin.call(findParticipant, { params: { id: competitionId, dossard: text } });
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([
        404,
        'participant_not_found',
        'Invalid competition ID or dossard',
      ]);
    },
  );
});

describe('GET /competition/{id}/referee/roster', () => {
  it('returns each rider with the number of runs in each zone', async () => {
    const desk = await openDesk(2);
    const second = await desk.admin.call(createZone, {
      params: { id: desk.competitionId },
      body: { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] },
    });
    for (const zone_id of [desk.zoneId, desk.zoneId, second.body.id]) await desk.record(1, { zone_id });
    const { body } = await desk.roster();
    const names = { category: 'U13', gender: 'F', first_name: 'Zoé', status: null, start_position: null };
    expect(body.participants).toEqual([
      {
        dossard_number: 1,
        ...names,
        last_name: 'Garnier 1',
        runs_by_zone: { [desk.zoneId]: 2, [second.body.id]: 1 },
      },
      { dossard_number: 2, ...names, last_name: 'Garnier 2', runs_by_zone: {} },
    ]);
    expect(body.version).toBe((await desk.ranking()).version);
  });

  it('answers 304 to a client with this version, and the new version after a run', async () => {
    const desk = await openDesk(1);
    const first = await desk.roster();
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const held = { 'if-none-match': String(first.headers.etag) };
    const same = await desk.roster(held);
    expect([same.status, same.body]).toEqual([304, '']);
    expect((await desk.roster({ 'if-none-match': `W/${first.headers.etag}` })).status).toBe(304);
    await desk.record(1);
    const next = await desk.roster(held);
    expect([next.status, next.body.participants[0].runs_by_zone]).toEqual([200, { [desk.zoneId]: 1 }]);
  });
});
