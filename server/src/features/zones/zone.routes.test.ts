import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  createParticipant,
  deleteParticipant,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import {
  createRun,
  createUnresolvedRun,
  deleteRun,
  deleteUnresolvedRun,
} from '@dossard/contract/runs/run.endpoints.ts';
import {
  createGraduation,
  createZone,
  deleteGraduation,
  deleteZone,
  getZone,
  listCategories,
  listZones,
  updateGraduation,
  updateZone,
} from '@dossard/contract/zones/zone.endpoints.ts';
import type { GraduationInput } from '@dossard/contract/zones/zone.schema.ts';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { graduation, makeCompetition, rider, runOf, tens, unresolvedRunOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer } from '../../testing/test.app.ts';

const house = await startTestApp();

const girls = graduation('U13', 'F', tens);
const boys = graduation('U13', 'H', tens);
const refusal = ({ status, body }: TestAnswer) => [status, body.code, body.message];

/** Creates a competition with the zone `Les Dalles` for U13 F and U13 H, and helpers for its admin. */
async function openDesk(riders = 1) {
  const { admin, competitionId: id, zoneId } = await makeCompetition(house, riders);
  const listed = (await admin.call(listZones, { params: { id } })).body.zones;
  const [girlsId, boysId] = listed[0].graduations.map((one: { id: number }) => one.id) as [number, number];
  const inZone = { id, zoneId };
  return {
    ...{ admin, id, zoneId, girlsId, boysId },
    list: async () => (await admin.call(listZones, { params: { id } })).body.zones,
    create: (name: string, ...graduations: GraduationInput[]) =>
      admin.call(createZone, { params: { id }, body: { name, graduations } }),
    change: (body: Record<string, unknown>, params = inZone) => admin.call(updateZone, { params, body }),
    remove: (params = inZone) => admin.call(deleteZone, { params }),
    addGraduation: (body: GraduationInput, params = inZone) => admin.call(createGraduation, { params, body }),
    changeGraduation: (graduationId: number, body: GraduationInput, params = inZone) =>
      admin.call(updateGraduation, { params: { ...params, graduationId }, body }),
    removeGraduation: (graduationId: number, params = { id }) =>
      admin.call(deleteGraduation, { params: { ...params, graduationId } }),
    record: (dossard = 1) => admin.call(createRun, { body: runOf(id, zoneId, dossard) }),
    version: async () => (await admin.call(getRanking, { params: { id } })).body.version,
  };
}

describe('zones', () => {
  it('are listed in the order of their creation, with their graduations', async () => {
    const desk = await openDesk();
    const second = await desk.create('Le Torrent', graduation(' u 9 ', 'H', [10, 5, 3, 0, 0, 0]), girls);
    expect([second.status, second.body]).toMatchObject([201, { name: 'Le Torrent' }]);
    const zones = await desk.list();
    expect(zones).toMatchObject([{ name: 'Les Dalles', graduations: [girls, boys] }, second.body]);
    expect(second.body.graduations).toEqual([
      { id: expect.any(Number), ...graduation('U9', 'H', [10, 5, 3, 0, 0, 0]) },
      { id: expect.any(Number), ...girls },
    ]);
    const one = await desk.admin.call(getZone, { params: { id: desk.id, zoneId: second.body.id } });
    expect(one.body).toEqual(second.body);
  });

  it('are renamed without touching their graduations', async () => {
    const desk = await openDesk();
    const [before] = await desk.list();
    const answer = await desk.change({ name: '  La Souche ' });
    expect([answer.status, answer.body]).toEqual([200, { ...before, name: 'La Souche' }]);
  });

  it('replace their graduations; those of the same group keep their id', async () => {
    const desk = await openDesk();
    const lower = graduation('u13', 'F', [1, 2, 3, 4, 5, 6]);
    const answer = await desk.change({ name: 'Les Dalles', graduations: [graduation('U15', 'H', tens), lower] });
    expect(answer.status).toBe(200);
    expect(answer.body.graduations).toEqual([
      { id: desk.girlsId, ...graduation('U13', 'F', [1, 2, 3, 4, 5, 6]) },
      { id: expect.any(Number), ...graduation('U15', 'H', tens) },
    ]);
    expect(await desk.list()).toEqual([answer.body]);
  });

  it('are hidden once deleted, and cannot be deleted twice', async () => {
    const desk = await openDesk();
    expect((await desk.remove()).status).toBe(204);
    expect(await desk.list()).toEqual([]);
    const notFound = [404, 'zone_not_found', 'Zone not found'];
    expect(refusal(await desk.remove())).toEqual(notFound);
    expect(refusal(await desk.change({ name: 'x' }))).toEqual(notFound);
    expect(refusal(await desk.addGraduation(girls))).toEqual(notFound);
    expect(refusal(await desk.record())).toEqual(notFound);
    expect(refusal(await desk.removeGraduation(desk.girlsId))).toEqual([
      404,
      'graduation_not_found',
      'Graduation not found',
    ]);
  });

  it('cannot be deleted while they have runs; the refusal says how many', async () => {
    const desk = await openDesk();
    await desk.record();
    await desk.record();
    expect(refusal(await desk.remove())).toEqual([
      409,
      'zone_has_runs',
      'This zone has runs (2): it cannot be deleted.',
    ]);
    for (const runNumber of [1, 2]) {
      await desk.admin.call(deleteRun, { query: { competitionID: desk.id, dossard: 1, runNumber } });
    }
    expect((await desk.remove()).status).toBe(204);
  });

  it('cannot be deleted while a run of an unknown bib waits there', async () => {
    const { admin, id, zoneId, remove } = await openDesk();
    const body = unresolvedRunOf(id, zoneId, 99);
    await admin.call(createUnresolvedRun, { params: { id }, body });
    expect(refusal(await remove())).toMatchObject([409, 'zone_has_runs', expect.stringContaining('(1)')]);
    await admin.call(deleteUnresolvedRun, { params: { id, submission: body.submission_id } });
    expect((await remove()).status).toBe(204);
  });

  const wrong: { says: string; body: Record<string, unknown>; errors: object[] }[] = [
    { says: 'without a name', body: { name: '  ' }, errors: [{ path: 'name', code: 'required' }] },
    {
      says: 'with nothing',
      body: { name: undefined, graduations: undefined },
      errors: [
        { path: 'name', code: 'required' },
        { path: 'graduations', code: 'required' },
      ],
    },
    { says: 'without a graduation', body: { graduations: [] }, errors: [{ path: 'graduations', code: 'too_few' }] },
    {
      says: 'with impossible points',
      body: {
        graduations: [
          { ...girls, points_door1: -1, points_door2: 2.5, points_door3: '10', points_door4: undefined },
          { ...boys, gender: 'X', category: '' },
        ],
      },
      errors: [
        {
          path: 'graduations.0.points_door1',
          code: 'too_small',
          message: 'The points of a door are a whole number from 0 to 10,000.',
        },
        { path: 'graduations.0.points_door2', code: 'not_an_integer' },
        { path: 'graduations.0.points_door3', code: 'not_a_number' },
        { path: 'graduations.0.points_door4', code: 'required' },
        { path: 'graduations.1.category', code: 'required' },
        { path: 'graduations.1.gender', code: 'invalid_choice' },
      ],
    },
    {
      says: 'with more graduations than there can be',
      body: { graduations: Array.from({ length: 201 }, (_, index) => graduation(`Cat ${index}`, 'F', tens)) },
      errors: [{ path: 'graduations', code: 'too_many' }],
    },
  ];
  test.each(wrong)('are refused $says, with all problems', async ({ body, errors }) => {
    const desk = await openDesk();
    const answer = await desk.admin.call(createZone, {
      params: { id: desk.id },
      body: { name: 'Le Torrent', graduations: [girls], ...body },
    });
    expect([answer.status, answer.body.code, answer.body.errors]).toMatchObject([400, 'invalid_request', errors]);
    expect(await desk.list()).toHaveLength(1);
  });
});

describe('a graduation', () => {
  it('is added, changed and removed; each time the ranking and the history follow', async () => {
    const desk = await openDesk();
    const versions = [await desk.version()];
    const added = await desk.addGraduation(graduation('Élite', 'H', tens));
    versions.push(await desk.version());
    expect([added.status, added.body]).toEqual([201, { id: expect.any(Number), ...graduation('Élite', 'H', tens) }]);
    const changed = await desk.changeGraduation(added.body.id, graduation('Open', 'F', [3, 3, 3, 0, 0, 0]));
    versions.push(await desk.version());
    expect([changed.status, changed.body]).toEqual([
      200,
      { id: added.body.id, ...graduation('Open', 'F', [3, 3, 3, 0, 0, 0]) },
    ]);
    expect((await desk.removeGraduation(added.body.id)).status).toBe(204);
    versions.push(await desk.version());
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    const entries = await house.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.competition_id, desk.id), inArray(auditLog.subject, ['graduation'])))
      .orderBy(asc(auditLog.id));
    expect(entries.map(({ action, actor_id }) => [action, actor_id])).toEqual(
      ['create', 'update', 'delete'].map((action) => [action, desk.admin.id]),
    );
    expect(entries[1]).toMatchObject({ before: { category: 'Élite' }, after: { category: 'Open' } });
  });

  test.each(['U13', 'u 13', 'u13'])('is one for each category (%j) and gender of a zone (G1)', async (category) => {
    const desk = await openDesk();
    const doubled = graduation(category, 'F', tens);
    const exists = [409, 'graduation_exists', 'Graduation "U13 F" already exists'];
    expect(refusal(await desk.addGraduation(doubled))).toEqual(exists);
    expect(refusal(await desk.changeGraduation(desk.boysId, doubled))).toEqual(exists);
    const created = await desk.create('Le Torrent', girls, boys, doubled);
    const replaced = await desk.change({ name: 'Les Dalles', graduations: [girls, boys, doubled] });
    for (const answer of [created, replaced]) {
      expect(refusal(answer)).toEqual(exists);
      expect(answer.body.errors).toEqual([
        {
          path: 'graduations.2.category',
          code: 'graduation_exists',
          message: 'Graduation "U13 F" already exists',
        },
      ]);
    }
    expect(await desk.list()).toMatchObject([{ graduations: [girls, boys] }]);
  });

  it('is reported as existing in French too', async () => {
    const desk = await openDesk();
    const answer = await desk.admin.call(createGraduation, {
      params: { id: desk.id, zoneId: desk.zoneId },
      body: girls,
      headers: { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' },
    });
    expect(answer.body.message).toMatch(/^Le barème «\sU13 Femmes\s» existe déjà$/u);
  });

  it.each([
    ['Élite', 'ÉLITE'],
    ['Open 20 pouces', 'open 20 POUCES'],
    ['İ', 'i'],
  ])('%s is the same as %s', async (category, other) => {
    const desk = await openDesk();
    const created = await desk.create('Le Torrent', graduation(category, 'F', tens), graduation(other, 'F', tens));
    expect(refusal(created).slice(0, 2)).toEqual([409, 'graduation_exists']);
    expect((await desk.addGraduation(graduation(category, 'F', tens))).status).toBe(201);
    const again = await desk.addGraduation(graduation(other, 'F', tens));
    expect(refusal(again).slice(0, 2)).toEqual([409, 'graduation_exists']);
    await desk.admin.call(updateParticipant, { body: rider(desk.id, 1, { category: other }) });
    expect((await desk.record()).body.points).toBe(30);
  });

  it('keeps its group while runs use it, and accepts new points', async () => {
    const desk = await openDesk();
    await desk.record();
    const used = [
      409,
      'graduation_has_runs',
      'Runs use this graduation (1): it keeps its category and gender and cannot be deleted.',
    ];
    expect(refusal(await desk.changeGraduation(desk.girlsId, graduation('U15', 'F', tens)))).toEqual(used);
    expect(refusal(await desk.removeGraduation(desk.girlsId))).toEqual(used);
    expect(refusal(await desk.change({ name: 'x', graduations: [boys] }))).toEqual(used);
    expect((await desk.list())[0].name).toBe('Les Dalles');
    expect((await desk.changeGraduation(desk.girlsId, graduation('u13', 'F', [1, 1, 1, 1, 1, 1]))).status).toBe(200);
    expect((await desk.removeGraduation(desk.boysId)).status).toBe(204);
  });

  it('cannot be removed when it is the last of its zone', async () => {
    const desk = await openDesk();
    await desk.removeGraduation(desk.boysId);
    expect(refusal(await desk.removeGraduation(desk.girlsId))).toEqual([
      409,
      'last_graduation',
      'A zone keeps at least one graduation.',
    ]);
  });

  it('is stored once when it is sent twice at the same time', async () => {
    const desk = await openDesk();
    const elite = graduation('Élite', 'H', tens);
    const answers = await Promise.all([desk.addGraduation(elite), desk.addGraduation(elite)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});

describe('a missing row, or one of another competition, is not found:', () => {
  test.each([
    ['zone', 404, 'zone_not_found', 'Zone not found'],
    ['graduation', 404, 'graduation_not_found', 'Graduation not found'],
  ] as const)('a %s', async (kind, ...expected) => {
    const desk = await openDesk();
    const elsewhere = await openDesk();
    for (const [zoneId, graduationId] of [
      [elsewhere.zoneId, elsewhere.girlsId],
      [999_999, 999_999],
      [0, 0],
      [-1, -1],
    ] as const) {
      const place = { id: desk.id, zoneId: kind === 'zone' ? zoneId : desk.zoneId };
      const answers =
        kind === 'zone'
          ? [
              await desk.admin.call(getZone, { params: place }),
              await desk.change({ name: 'x' }, place),
              await desk.remove(place),
              await desk.addGraduation(girls, place),
              await desk.changeGraduation(desk.girlsId, girls, place),
            ]
          : [await desk.changeGraduation(graduationId, girls, place), await desk.removeGraduation(graduationId)];
      for (const answer of answers) expect(refusal(answer)).toEqual(expected);
    }
    expect(await elsewhere.list()).toHaveLength(1);
  });

  it('a graduation of another zone of the competition', async () => {
    const desk = await openDesk();
    const second = await desk.create('Le Torrent', girls);
    const place = { id: desk.id, zoneId: second.body.id };
    expect(refusal(await desk.changeGraduation(desk.girlsId, girls, place))[1]).toBe('graduation_not_found');
  });
});

describe('GET /competitions/{id}/categories', () => {
  it('lists each category and gender once, U9 before U11', async () => {
    const desk = await openDesk();
    await desk.create('Le Torrent', graduation('U9', 'H', tens), graduation('U11', 'F', tens), girls);
    await desk.create('La Souche', graduation('u13', 'F', tens), graduation('Élite', 'F', tens));
    const gone = await desk.create('Les Pneus', graduation('U17', 'F', tens));
    await desk.remove({ id: desk.id, zoneId: gone.body.id });
    const viewer = await house.signInAs('viewer', desk.id);
    const { status, body, headers } = await viewer.call(listCategories, { params: { id: desk.id } });
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body.categories_and_genders).toEqual([
      { category: 'Élite', gender: 'F' },
      { category: 'U9', gender: 'H' },
      { category: 'U11', gender: 'F' },
      { category: 'U13', gender: 'F' },
      { category: 'U13', gender: 'H' },
    ]);
    expect(body.with_riders).toEqual([{ category: 'U13', gender: 'F' }]);
  });

  it('returns which of them have riders, whatever the spelling', async () => {
    const desk = await openDesk();
    await desk.create('La Souche', graduation('Élite', 'F', tens));
    const named = { competition_id: desk.id, first_name: 'Zoé', last_name: 'Exemple' };
    for (const [dossard_number, category, gender] of [
      [11, 'ÉLITE', 'F'],
      [12, 'u 13', 'H'],
      [13, 'Open', 'F'],
    ]) {
      await desk.admin.call(createParticipant, { body: { ...named, dossard_number, category, gender } });
    }
    await desk.admin.call(deleteParticipant, { body: { competition_id: desk.id, dossard_number: 12 } });
    const { body } = await desk.admin.call(listCategories, { params: { id: desk.id } });
    expect(body.with_riders).toEqual([
      { category: 'Élite', gender: 'F' },
      { category: 'U13', gender: 'F' },
    ]);
  });

  it('is open to visitors of a public competition only', async () => {
    const desk = await openDesk();
    const params = { id: desk.id };
    const stranger = await house.signIn();
    for (const who of [house.visitor, stranger]) {
      expect((await who.call(listCategories, { params })).body.code).toBe('competition_not_found');
    }
    await desk.admin.call(setVisibility, { body: { competition_id: desk.id, is_public: true } });
    for (const who of [house.visitor, stranger]) {
      const open = await who.call(listCategories, { params });
      expect([open.status, open.headers['cache-control']]).toEqual([200, 'public, no-cache']);
    }
    expect((await house.visitor.call(listZones, { params })).status).toBe(401);
  });
});
