import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import { erasePersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import * as calls from '@dossard/contract/series/outside.result.endpoints.ts';
import * as endpoints from '@dossard/contract/series/series.endpoints.ts';
import type { Standing } from '@dossard/contract/series/standings.schema.ts';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { idempotencyKeys } from '../../tables/idempotency.table.ts';
import { seriesDecisions } from '../../tables/series.tables.ts';
import { competitionInput } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller } from '../../testing/test.app.ts';
import { verifyChain } from '../verification/verify.chain.ts';
import { makeSeason, seasonRule, shortLines } from './testing/season.job.ts';

const house = await startTestApp();
let season: Awaited<ReturnType<typeof makeSeason>>;
let admin: TestCaller;
let seriesId: number;
let resultId: number;
const cross = { name: 'Cross des Prés', date: '2027-05-15', discipline: 'XC' };
const girls = { category: 'U13', gender: 'F' as const };

beforeEach(async () => {
  season = await makeSeason(house);
  ({ admin, seriesId } = season);
  const made = await admin.call(calls.createOutsideResult, { params: { seriesId }, body: cross });
  resultId = made.body.id;
});

const place = () => ({ params: { seriesId, resultId } });
const ranked = (rank: number, first_name: string, more: object = {}) => ({
  ...{ rank, first_name, last_name: 'Martin', club: 'VC Fictif', licence: null },
  ...more,
});
const set = (ranks: object[], more: object = {}) =>
  admin.call(calls.setOutsideRanks, { ...place(), body: { ...girls, ranks, ...more } });
const rows = async () => (await admin.call(calls.getOutsideRanks, { ...place(), query: girls })).body.ranks;

describe('a list from elsewhere (T15)', () => {
  it('counts like a competition: with its points, its weight, and as the last column', async () => {
    const zoe = { rank: 2, first_name: 'Zoé', last_name: 'Garnier 1', licence: 'ffc 1' };
    await admin.call(calls.updateOutsideResult, {
      ...place(),
      body: { points: [10, 8], weight: 2, always_counts: true },
    });
    expect((await set([ranked(1, 'Ana'), zoe])).body).toEqual({ stored: 2, proposed: [] });
    expect(shortLines(await season.standings()).slice(0, 2)).toEqual([
      [1, 'Garnier 1', 166],
      [2, 'Garnier 2', 120],
    ]);
    const [line] = await season.standings();
    expect(line?.results[3]).toEqual({
      ...{ competition_id: null, result_id: resultId, dossard: null },
      ...{ rank: 2, points: 16, dropped: false, status: null, started: true },
    });
    const { columns, competitions } = (await admin.call(endpoints.getSeries, { params: { seriesId } })).body;
    expect([columns[3], competitions.length]).toEqual([{ competition_id: null, result_id: resultId, ...cross }, 3]);
  });

  it('is in the CSV and the workbook as a column', async () => {
    await set([ranked(1, 'Ana')]);
    const csv = await house.app.inject({ url: `/api/series/${seriesId}/standings/public.csv` });
    expect(csv.body.split('\r\n')[0]).toContain('rank 2027-05-15 Cross des Prés');
    const url = `/api/series/${seriesId}/standings/export`;
    const book = await house.app.inject({ url, headers: { cookie: admin.cookie } });
    expect(book.statusCode).toBe(200);
  });

  it.each([
    ['neither a rank nor a status', [{ ...ranked(1, 'Ana'), rank: null }], 'ranks.0.rank', 'required'],
    ['a rank and a status', [{ ...ranked(1, 'Ana'), status: 'dns' }], 'ranks.0.rank', 'rank_with_status'],
    ['the rank 0', [ranked(0, 'Ana')], 'ranks.0.rank', 'too_small'],
    ['no name', [ranked(1, ' ')], 'ranks.0.first_name', 'required'],
    [
      'a licence twice',
      [ranked(1, 'Ana', { licence: 'A1' }), ranked(2, 'Eva', { licence: 'a 1' })],
      'ranks',
      'licence_doubled',
    ],
  ])('with %s is refused', async (_, ranks, path, code) => {
    const answer = await set(ranks);
    expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { path, code }]);
    expect(await rows()).toEqual([]);
  });

  it('is corrected with a reason; a rider keeps the row, and with it the decisions', async () => {
    await set([ranked(1, 'Ana'), ranked(2, 'Eva'), ranked(3, 'Lou')]);
    await season.enter(season.event(0), 9, {
      first_name: 'Eva',
      last_name: 'Martin',
      club: 'VC Fictif',
      licence: null,
    });
    const { proposals } = (await admin.call(endpoints.listSeriesRiders, { params: { seriesId } })).body;
    const [, here] = proposals[0].entries;
    expect(here).toMatchObject({
      competition_id: null,
      dossard: null,
      result_id: resultId,
      row: 2,
      competition_name: cross.name,
    });
    const entries = [
      { competition_id: season.event(0).id, dossard: 9 },
      { result_id: resultId, row: 2 },
    ];
    await admin.call(endpoints.decideSeriesRiders, { params: { seriesId }, body: { action: 'join', entries } });
    expect((await set([ranked(1, 'Eva')])).body.code).toBe('reason_required');
    expect((await set([ranked(1, 'Eva')], { reason: '  ' })).body.code).toBe('reason_required');
    // Written in capitals, with a licence now, and one place higher.
    const eva = { rank: 1, first_name: 'EVA', last_name: 'MARTIN', club: 'VC FICTIF', licence: 'E 7' };
    await set([eva, ranked(2, 'Ana'), ranked(3, 'Mia')], { reason: 'Photo-finish' });
    expect((await rows()).map((one: { row: number; first_name: string }) => [one.row, one.first_name])).toEqual([
      [2, 'EVA'],
      [1, 'Ana'],
      // The number of a rider who is gone is not given again.
      [4, 'Mia'],
    ]);
    const line = (await season.standings()).find(({ last_name }) => last_name.toLowerCase() === 'martin');
    expect(line?.starts).toBe(2);
    const [, last] = await house.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject_key, String(resultId)))
      .orderBy(auditLog.id)
      .then((all) => all.slice(-2));
    expect(last).toMatchObject({ subject: 'outside_result', action: 'update', reason: 'Photo-finish' });
    const { results } = (await admin.call(calls.listOutsideResults, { params: { seriesId } })).body;
    expect(results[0].groups).toMatchObject([{ ...girls, riders: 3, reason: 'Photo-finish' }]);
  });

  it('is not replaced unseen by somebody who read an earlier one', async () => {
    await set([ranked(1, 'Ana')], { seen: { changed_at: null } });
    const refused = await set([ranked(1, 'Eva')], { reason: 'Erreur', seen: { changed_at: null } });
    expect([refused.status, refused.body.code]).toEqual([409, 'edit_conflict']);
    const { results } = (await admin.call(calls.listOutsideResults, { params: { seriesId } })).body;
    const { changed_at } = results[0].groups[0];
    expect((await set([ranked(1, 'Eva')], { reason: 'Erreur', seen: { changed_at } })).status).toBe(200);
  });

  it('is of at most a hundred groups', async () => {
    const add = (category: string) => set([ranked(1, 'Ana')], { category, reason: 'Erreur' });
    for (let count = 1; count <= 100; count += 1) expect((await add(`U${count}`)).status).toBe(200);
    expect((await add('U101')).body.errors[0]).toMatchObject({ path: 'category', code: 'too_many' });
    expect((await add('U100')).status).toBe(200);
  });

  it('of a thousand riders is replaced by one of others as one', async () => {
    const list = (name: string) =>
      Array.from({ length: 1_000 }, (_, at) => ranked(at + 1, `${name} ${at}`, { licence: `${name} 1${at}` }));
    await set(list('Ana'));
    expect((await set(list('Eva'), { reason: 'Mauvais fichier' })).body.stored).toBe(1_000);
    expect((await rows()).map(({ row }: { row: number }) => row).slice(0, 2)).toEqual([1_001, 1_002]);
  });

  it('proposes riders with the name, club and category of another column', async () => {
    const zoe = { rank: 1, first_name: 'Zoé', last_name: 'Garnier 1', club: 'Les Crampons' };
    const { proposed } = (await set([zoe])).body;
    expect(proposed).toHaveLength(1);
    expect(proposed[0].entries.map((one: { row: number | null }) => one.row)).toEqual([null, 1]);
  });

  it('goes with its result, and so do the decisions', async () => {
    await set([ranked(1, 'Ana'), ranked(2, 'Eva')]);
    const entries = [{ result_id: resultId, row: 1 }];
    await admin.call(endpoints.decideSeriesRiders, { params: { seriesId }, body: { action: 'guest', entries } });
    const params = { seriesId };
    await admin.call(endpoints.updateSeries, { params, body: { rule: { ...seasonRule, deciding_id: resultId } } });
    expect((await admin.call(calls.deleteOutsideResult, place())).status).toBe(204);
    expect((await admin.call(endpoints.getSeries, { params })).body.rule.deciding_id).toBeNull();
    expect((await admin.call(calls.deleteOutsideResult, place())).body.code).toBe('result_not_found');
    expect(await house.db.select().from(seriesDecisions).where(eq(seriesDecisions.series_id, seriesId))).toEqual([]);
    expect((await season.standings()).some(({ last_name }) => last_name === 'Martin')).toBe(false);
  });

  it('loses the names of one rider on request, who keeps the rank', async () => {
    await set([ranked(1, 'Ana'), ranked(2, 'Eva')]);
    expect((await admin.call(calls.eraseOutsideRider, { ...place(), body: { row: 1 } })).status).toBe(204);
    expect((await admin.call(calls.eraseOutsideRider, { ...place(), body: { row: 9 } })).body.code).toBe(
      'participant_not_found',
    );
    expect((await rows())[0]).toMatchObject({ row: 1, rank: 1, first_name: '', last_name: '', club: null });
    // A correction knows nothing of the erased rider, who stays.
    await set([ranked(3, 'Eva')], { reason: 'Erreur de saisie' });
    expect((await rows()).map((one: { rank: number }) => one.rank)).toEqual([1, 3]);
  });

  it.each([
    ['here', () => admin.call(calls.eraseOutsideRider, { ...place(), body: { row: 1 } })],
    [
      'in a competition of the series',
      () => admin.call(erasePersonalData, { params: { id: season.event(0).id, dossard: 1 } }),
    ],
  ])('is erased %s, and the chain of the installation explains it (H2)', async (_, erase) => {
    const zoe = ranked(1, 'Zoé', { last_name: 'Garnier 1', licence: 'FFC-1' });
    await set([zoe]);
    await set([zoe, ranked(2, 'Eva')], { reason: 'Zoé avait gagné' });
    expect((await erase()).status).toBe(204);
    expect((await rows())[0].first_name).toBe('');
    const { problem, erased } = await verifyChain(house.db, { id: 0, name: '' }, []);
    expect([problem, erased > 0]).toEqual([undefined, true]);
  });

  it('keeps no name of an erased rider in stored answers of repeated writes', async () => {
    const headers = () => ({ 'idempotency-key': crypto.randomUUID() });
    const kept = async () =>
      (await house.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.caller_id, admin.id)))
        .map(({ answer }) => answer ?? '')
        .join();
    // Written otherwise than in the competitions, which keep their own.
    const zoe = ranked(1, 'ZOÉ', { last_name: 'GARNIER 1', club: 'LES CRAMPONS' });
    await admin.call(calls.setOutsideRanks, { ...place(), body: { ...girls, ranks: [zoe] }, headers: headers() });
    const entries = [
      { competition_id: season.event(0).id, dossard: 1 },
      { result_id: resultId, row: 1 },
    ];
    const body = { action: 'join' as const, entries };
    await admin.call(endpoints.decideSeriesRiders, { params: { seriesId }, body, headers: headers() });
    expect((await kept()).split('GARNIER 1')).toHaveLength(3);
    await admin.call(calls.eraseOutsideRider, { ...place(), body: { row: 1 } });
    expect(await kept()).not.toMatch(/ZOÉ|GARNIER|CRAMPONS/);
  });

  it('belongs to its series alone', async () => {
    const other = await makeSeason(house);
    const answer = await other.admin.call(calls.setOutsideRanks, {
      params: { seriesId: other.seriesId, resultId },
      body: { ...girls, ranks: [] },
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'result_not_found']);
    expect((await other.admin.call(calls.listOutsideResults, { params: { seriesId } })).status).toBe(403);
  });
});

describe('the order of columns', () => {
  const order = (body: object) => admin.call(endpoints.updateSeriesCompetitions, { params: { seriesId }, body });
  const columns = async () =>
    (await admin.call(endpoints.getSeries, { params: { seriesId } })).body.columns.map(
      (one: { competition_id: number | null; result_id: number | null }) => one.competition_id ?? one.result_id,
    );

  it('is set for competitions and results together, with disciplines', async () => {
    const [a, b, c] = season.events.map(({ id }) => id);
    const sent = [
      { competition_id: c, discipline: 'DH' },
      { result_id: resultId },
      { competition_id: a },
      { competition_id: b },
    ];
    const answer = await order({ columns: sent });
    expect([answer.status, await columns()]).toEqual([200, [c, resultId, a, b]]);
    expect(answer.body.competitions[0].discipline).toBe('DH');
    expect(answer.body.columns.map(({ discipline }: { discipline: string }) => discipline)).toEqual([
      'DH',
      'XC',
      'TR',
      'TR',
    ]);
    // Ids of competitions alone keep the results where they are, and the disciplines.
    await order({ competition_ids: [a, c] });
    expect(await columns()).toEqual([a, resultId, c]);
    expect((await columns()).length).toBe(3);
  });

  it('refuses results of other series, and nothing', async () => {
    const bad = await order({ columns: [{ result_id: 999_999 }] });
    expect([bad.status, bad.body.code]).toEqual([404, 'result_not_found']);
    expect((await order({})).status).toBe(400);
    const seen = { columns: [resultId] };
    expect((await order({ columns: [{ result_id: resultId }], seen })).body.code).toBe('edit_conflict');
  });
});

it('the standings over all ask for disciplines (T16), also when all columns are of one and it was read first', async () => {
  const params = { seriesId };
  await admin.call(calls.deleteOutsideResult, place());
  await admin.call(endpoints.updateSeries, {
    params,
    body: { rule: { ...seasonRule, minimum_disciplines: 2, clubs: 2 } },
  });
  for (const [discipline, ranks, clubs] of [
    ['TR', [1, 2, 3], 1],
    [undefined, [null, null, null], 0],
  ] as const) {
    const query = { ...girls, ...(discipline && { discipline }) };
    const { body } = await house.visitor.call(endpoints.getPublicStandings, { params, query });
    expect(body.standings.map(({ rank }: { rank: number | null }) => rank)).toEqual(ranks);
    const ofClubs = await house.visitor.call(endpoints.getPublicClubStandings, {
      params,
      query: discipline ? { discipline } : {},
    });
    expect(ofClubs.body.total).toBe(clubs);
  }
});

describe('a file of ranks', () => {
  const read = async (bytes: string, options: object = girls) => {
    const answer = await admin.call(calls.readRankFile, { ...place(), file: { name: 'a.csv', bytes }, body: options });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const brief = ({ rank, status, first_name, last_name }: Record<string, unknown>) =>
    [rank ?? status, first_name, last_name].join(' ');

  it('is read as the secretary has it: names, licences, or bibs of the season', async () => {
    const body = await read(
      'Cross du 15 mai\nClt;Dossard;NOM Prénom;Licence;Temps\n1er;;MARTIN Ana;;10:12\n2;2;;;10:30\n3;;;ffc 3;11:00\nAbandon;;PETIT Lou;;\n',
    );
    expect(body.errors).toEqual([]);
    expect(body.ranks.map(brief)).toEqual(['1 Ana MARTIN', '2 Inès Garnier 2', '3 Lou Garnier 3', 'dnf Lou PETIT']);
    expect(body.ranks.map((one: { found_by: string | null }) => one.found_by)).toEqual([
      null,
      'dossard',
      'licence',
      null,
    ]);
    expect(body.unread_columns).toEqual([{ sheet: '', heading: 'Temps', example: '10:12' }]);
  });

  it('may be typed lines without headings', async () => {
    const body = await read('1;Martin;Ana;VC Fictif\nNP;Petit;Lou\n5 DNF;Noir;Eva\n');
    expect(body.ranks.map(brief)).toEqual(['1 Ana Martin', 'dns Lou Petit', '5 Eva Noir']);
    expect(body.ranks[2].status).toBe('dnf');
  });

  it('gives the group of each row, by columns', async () => {
    const body = await read('Rang;Nom;Prénom;Catégorie;Sexe\n1;Martin;Ana;u 13;Fille\n1;Petit;Tom;U15;G\n', {});
    expect(body.ranks.map((one: { category: string; gender: string }) => [one.category, one.gender])).toEqual([
      ['U13', 'F'],
      ['U15', 'H'],
    ]);
  });

  it('a gender that can be read in two ways is refused', async () => {
    const { errors } = await read('Rang;Nom;Prénom;Sexe\n1;Martin;Ana;M\n2;Martin;Tom;H\n', { category: 'U13' });
    expect(errors).toMatchObject([{ code: 'gender_unknown', row: 2 }]);
  });

  it.each([
    ['a rank that is none', 'Rang;Nom;Prénom\npremier;Martin;Ana\n', girls, 'rank_unknown', 2],
    ['nobody', 'Rang;Nom;Prénom\n1;;\n', girls, 'rider_unnamed', 2],
    ['a bib that nobody has', 'Rang;Dossard\n1;77\n', girls, 'bib_unknown', 2],
    ['a bib of a rider with another licence', 'Rang;Dossard;Licence\n1;2;FFC 99\n', girls, 'bib_unknown', 2],
    ['a bib of a rider with another name', 'Rang;Dossard;Nom\n1;2;Dupont\n', girls, 'bib_unknown', 2],
    ['no group', 'Rang;Nom;Prénom\n1;Martin;Ana\n', {}, 'required', 2],
    ['no ranks at all', 'Nom;Prénom\nMartin;Ana\n', girls, 'column_missing', undefined],
    ['nothing', '', girls, 'no_rows', undefined],
  ])('with %s says so', async (_, bytes, options, code, row) => {
    const { ranks, errors } = await read(bytes, options);
    expect([ranks, errors[0]]).toMatchObject([[], { code, ...(row && { row }) }]);
  });
});

it('a line that conceals its results is in no public standings of one discipline (T11)', async () => {
  const zoe = { rank: 2, first_name: 'Zoé', last_name: 'Garnier 1', licence: 'ffc 1' };
  await set([ranked(1, 'Ana'), zoe]);
  const { id } = season.event(2);
  const body = { ...competitionInput, date: '2027-06-01', public_names: 'bib' };
  await admin.call(updateCompetition, { params: { id }, body });
  const names = async (query: object) => {
    const answer = await house.visitor.call(endpoints.getPublicStandings, {
      params: { seriesId },
      query: { ...girls, ...query },
    });
    return answer.body.standings.map((one: Standing) => [one.first_name, one.results.length]);
  };
  // Over all it has a total and no name; the list of the cross-country would tell whose the part of it is.
  expect(await names({})).toContainEqual(['', 0]);
  expect(await names({ discipline: 'XC' })).toEqual([['Ana', 1]]);
  expect((await season.standings({ ...girls, discipline: 'XC' })).map(({ first_name }) => first_name)).toEqual([
    'Ana',
    'Zoé',
  ]);
});

it('a series has at most a hundred results from elsewhere', async () => {
  const add = () => admin.call(calls.createOutsideResult, { params: { seriesId }, body: cross });
  for (let count = 2; count <= 100; count += 1) expect((await add()).status).toBe(201);
  const { status, body } = await add();
  expect([status, body.errors[0]]).toMatchObject([400, { path: 'results', code: 'too_many' }]);
});
