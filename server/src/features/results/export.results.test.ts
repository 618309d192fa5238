import { lineOf } from '@dossard/contract/calls/endpoint.ts';
import { updateCompetition } from '@dossard/contract/competitions/competition.endpoints.ts';
import {
  createParticipant,
  updateParticipant,
  updateStatus,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { declareResult, exportResults } from '@dossard/contract/results/result.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { decideTie } from '@dossard/contract/ties/tie.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { read, utils, type WorkBook } from '@e965/xlsx';
import { sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { countOverloads } from '../../refusals/overload.ts';
import { competitionInput, doors, graduation, makeCompetition, rider, runOf, tens } from '../../testing/main.job.ts';
import { startTestApp, type TestCaller, testPassword } from '../../testing/test.app.ts';
import { unzipParts } from '../import/zip.parts.ts';
import { buildResults } from './export.results.ts';

const house = await startTestApp();

/** Downloads the results like a browser, as bytes. */
async function download(caller: TestCaller, competitionId: number, language = 'fr') {
  const payload = { email: caller.email, password: testPassword };
  const { headers } = await house.app.inject({ method: 'PUT', url: '/api/login', payload });
  return house.app.inject({
    url: `/api${exportResults.path.replace(':id', String(competitionId))}`,
    headers: { cookie: String(headers['set-cookie']).split(';', 1)[0], 'accept-language': language },
  });
}

async function downloadBook(caller: TestCaller, competitionId: number, language?: string): Promise<WorkBook> {
  const answer = await download(caller, competitionId, language);
  expect(answer.statusCode).toBe(200);
  return read(answer.rawPayload, { cellDates: true, UTC: true });
}

type Row = unknown[];
function rowsOf(book: WorkBook, name: string): Row[] {
  const sheet = book.Sheets[name];
  if (!sheet) throw new Error(`There is no sheet ${name} in ${book.SheetNames.join(', ')}.`);
  return utils.sheet_to_json<Row>(sheet, { header: 1, defval: null, UTC: true });
}

/** Two zones, girls of U13 with runs in both, one who has not started, and a boy of U9. */
async function makeEvent() {
  const { admin, competitionId, zoneId } = await makeCompetition(house, 3);
  const graduations = [graduation('U13', 'F', [5, 5, 5, 5, 5, 5]), graduation('U9', 'H', tens)];
  const zone = await admin.call(createZone, {
    params: { id: competitionId },
    body: { name: 'La Souche', graduations },
  });
  const hugo = { category: 'U9', gender: 'H', first_name: 'Hugo', last_name: 'Faÿ', club: 'VC Fictif' };
  await admin.call(createParticipant, { body: rider(competitionId, 4, hugo) });
  const ride = (zone: number, dossard: number, won: number[], more = {}) =>
    admin.call(createRun, { body: runOf(competitionId, zone, dossard, { ...doors(...won), ...more }) });
  await ride(zoneId, 1, [1, 2]);
  await ride(zoneId, 1, [1, 2, 3], { penality: 2, chrono_sec: 20.07, recorded_at: '2027-06-12T08:30:15.000Z' });
  await ride(zone.body.id, 1, [1]);
  await ride(zoneId, 2, [1, 2, 3, 4, 5]);
  await ride(zone.body.id, 4, [6], { chrono_sec: 0.1 });
  return { admin, competitionId, zoneId, ride };
}

const frenchRanking = ['Rang', 'Dossard', 'Nom', 'Prénom', 'Club', 'Les Dalles', 'La Souche', 'Points'];
const countBest = { ranking_rule: { runs: 'best_per_zone', tie_breaks: ['count_back', 'penality', 'chrono_sec'] } };

describe('the rankings of the results file', () => {
  it('follow the jury’s decision about a tie (R15)', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house, 3);
    for (const dossard of [1, 2, 3]) await admin.call(createRun, { body: runOf(competitionId, zoneId, dossard) });
    const body = { ...competitionInput, ranking_rule: { runs: 'all', tie_breaks: ['jury'] } };
    await admin.call(updateCompetition, { params: { id: competitionId }, body: body as never });
    const order = { category: 'U13', gender: 'F' as const, dossards: [3, 1, 2], reason: 'Barrage' };
    await admin.call(decideTie, { params: { id: competitionId }, body: order });
    const rows = rowsOf(await downloadBook(admin, competitionId), 'U13 F').slice(1);
    expect(rows.map(([rank, dossard]) => [rank, dossard])).toEqual([
      [1, 3],
      [2, 1],
      [3, 2],
    ]);
  });

  it('have one sheet per group, with the points of each zone and their sum', async () => {
    const { admin, competitionId } = await makeEvent();
    const book = await downloadBook(admin, competitionId);
    expect(book.SheetNames).toEqual(['U9 H', 'U13 F', 'Passages']);
    expect(rowsOf(book, 'U13 F')).toEqual([
      [...frenchRanking, 'Pénalités', 'Chrono (s)', 'Passages'],
      [1, 1, 'Garnier 1', 'Zoé', null, 50, 5, 55, 4, 143.07, 3],
      [2, 2, 'Garnier 2', 'Zoé', null, 50, null, 50, 1, 61.5, 1],
      [null, 3, 'Garnier 3', 'Zoé', null, null, null, null, null, null, 0],
    ]);
    expect(rowsOf(book, 'U9 H')[1]).toEqual([1, 4, 'Faÿ', 'Hugo', 'VC Fictif', null, 10, 10, 1, 0.1, 1]);
  });

  it('name the status of a rider who is ranked all the same (R11)', async () => {
    const { admin, competitionId } = await makeEvent();
    await admin.call(updateStatus, { body: { competition_id: competitionId, dossard_number: 2, status: 'dnf' } });
    const [headings, ...riders] = rowsOf(await downloadBook(admin, competitionId), 'U13 F');
    expect(headings?.at(-1)).toBe('Statut');
    expect(riders.map((row) => [row[0], row[1], row.at(-1)])).toEqual([
      [1, 1, null],
      [2, 2, 'DNF'],
      [null, 3, null],
    ]);
  });

  it('show the declared state of the group below the riders (E1)', async () => {
    const { admin, competitionId, zoneId } = await makeEvent();
    const body = { category: 'U13', gender: 'F', state: 'official' } as const;
    const { sha256 } = (await admin.call(declareResult, { params: { id: competitionId }, body })).body;
    const said = async (last: number) => rowsOf(await downloadBook(admin, competitionId), 'U13 F').at(last)?.[1];
    const official = new RegExp(
      `^Résultat officiel · Révision 1 · Publié \\(UTC\\) .* \\d\\d:\\d\\d · SHA-256 ${sha256}$`,
    );
    expect(await said(-1)).toMatch(official);
    expect(rowsOf(await downloadBook(admin, competitionId), 'U9 H')).toHaveLength(2);
    // The ranking of the sheet is no longer that of the list (E5).
    await admin.call(createRun, { body: runOf(competitionId, zoneId, 3) });
    expect(await said(-2)).toMatch(official);
    expect(await said(-1)).toBe('Le classement a changé depuis la liste officielle');
  });

  it('count the best run of each zone if the competition does', async () => {
    const { admin, competitionId } = await makeEvent();
    const body = { ...competitionInput, ...countBest };
    await admin.call(updateCompetition, { params: { id: competitionId }, body });
    const book = await downloadBook(admin, competitionId);
    expect(rowsOf(book, 'U13 F').slice(1, 3)).toEqual([
      [1, 2, 'Garnier 2', 'Zoé', null, 50, null, 50, 1, 61.5, 1],
      [2, 1, 'Garnier 1', 'Zoé', null, 30, 5, 35, 3, 81.57, 3],
    ]);
    expect(rowsOf(book, 'Passages').map((row) => row[17])).toEqual(['Compté', 0, 1, 1, 1, 1]);
  });

  it('keep riders whose category has no graduation, with runs worth 0 points (R9)', async () => {
    const { admin, competitionId } = await makeEvent();
    await admin.call(updateParticipant, { body: rider(competitionId, 2, { category: 'Poussin' }) });
    const book = await downloadBook(admin, competitionId);
    expect(book.SheetNames).toEqual(['Poussin F', 'U9 H', 'U13 F', 'Passages']);
    expect(rowsOf(book, 'Poussin F').slice(1)).toEqual([[1, 2, 'Garnier 2', 'Zoé', null, 0, null, 0, 1, 61.5, 1]]);
    const runs = rowsOf(book, 'Passages');
    expect(runs.map((row) => row.at(-1))).toEqual(['Remarque', null, null, null, 'Sans barème', null]);
  });

  it('name a group as its graduations do, with sheet names that are valid in Excel', async () => {
    const { admin, competitionId } = await makeEvent();
    const odd = ['u13', 'Élite [A/B]', 'élite [a/b]', 'Élite -A-B-', 'Vétérans de la région des Crêtes', "'Open'"];
    for (const [index, category] of odd.entries()) {
      await admin.call(createParticipant, { body: rider(competitionId, 10 + index, { category }) });
    }
    const { SheetNames } = await downloadBook(admin, competitionId);
    expect(SheetNames).toEqual([
      "’Open' F",
      'Élite -A-B- F',
      'Élite -A-B- F (2)',
      'U9 H',
      'U13 F',
      'Vétérans de la région des Cr… F',
      'Passages',
    ]);
  });
});

describe('the runs of the results file', () => {
  it('are all listed, with doors that can be summed and real dates', async () => {
    const { admin, competitionId } = await makeEvent();
    const [headings, first, second] = rowsOf(await downloadBook(admin, competitionId), 'Passages');
    expect(headings).toEqual([
      ...['Dossard', 'Nom', 'Prénom', 'Club', 'Catégorie', 'Genre', 'Zone', 'Passage'],
      ...['Porte 1', 'Porte 2', 'Porte 3', 'Porte 4', 'Porte 5', 'Porte 6', 'Points', 'Pénalités', 'Chrono (s)'],
      ...['Compté', 'Juge', 'Enregistré (UTC)', 'Reçu (UTC)', 'Remarque'],
    ]);
    const zoe = [1, 'Garnier 1', 'Zoé', null, 'U13', 'F', 'Les Dalles'];
    const [recorded, received] = [expect.any(Date), expect.any(Date)];
    expect(first).toEqual([
      ...[...zoe, 1, 1, 1, 0, 0, 0, 0, 20, 1, 61.5, 1, 'Camille Exemple'],
      ...[null, received, null],
    ]);
    expect(second).toEqual([
      ...[...zoe, 2, 1, 1, 1, 0, 0, 0, 30, 2, 20.07, 1, 'Camille Exemple'],
      ...[recorded, received, null],
    ]);
    expect(second?.[19]).toEqual(new Date('2027-06-12T08:30:15.000Z'));
  });

  it('are read completely, however many there are', async () => {
    const { admin, competitionId, zoneId } = await makeCompetition(house, 0);
    await house.db.execute(sql`
      insert into participants (competition_id, dossard_number, category, gender, first_name, last_name)
      select ${competitionId}, dossard, 'U13', 'F', 'Zoé', 'Garnier' from generate_series(1, 600) dossard`);
    await house.db.execute(sql`
      insert into runs (competition_id, dossard, run_number, zone_id, submission_id, door1, door2, door3, door4, door5,
        door6, penality, chrono_sec, referee_name, received_at, ridden_at)
      select ${competitionId}, dossard, number, ${zoneId}, dossard || '-' || number, true, false, false, false, false,
        false, 0, dossard, 'Camille', now(), now() from generate_series(1, 600) dossard, generate_series(1, 2) number`);
    const book = await downloadBook(admin, competitionId);
    expect(
      rowsOf(book, 'U13 F')
        .slice(1)
        .map((row) => row[1]),
    ).toEqual(Array.from({ length: 600 }, (_, at) => at + 1));
    const runs = rowsOf(book, 'Passages').slice(1);
    expect(new Set(runs.map(([dossard, ...row]) => `${dossard}-${row[6]}`)).size).toBe(1_200);
  });
});

test('headings are frozen, columns have widths, and numbers are numbers', async () => {
  const { admin, competitionId } = await makeEvent();
  const parts = await unzipParts((await download(admin, competitionId)).rawPayload);
  const xml = String(parts.get('xl/worksheets/sheet1.xml'));
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<col min="3" max="3" width="22" customWidth="1"/>');
  expect(xml).toContain('<c r="B2" s="0"><v>4</v></c>');
  expect(xml).toContain('<c r="J2" s="2"><v>0.1</v></c>');
});

test('a competition without riders gives a file that says so', async () => {
  const { admin, competitionId } = await makeCompetition(house, 0);
  const book = await downloadBook(admin, competitionId);
  expect(book.SheetNames).toEqual(['Résultats', 'Passages']);
  expect(rowsOf(book, 'Résultats')).toEqual([['Aucun participant n’est inscrit.']]);
  expect(rowsOf(book, 'Passages')).toHaveLength(1);
});

test('English readers get English words', async () => {
  const { admin, competitionId } = await makeEvent();
  const book = await downloadBook(admin, competitionId, 'en');
  expect(book.SheetNames).toEqual(['U9 M', 'U13 F', 'Runs']);
  expect(rowsOf(book, 'U9 M')[0]).toEqual([
    ...['Rank', 'Bib number', 'Last name', 'First name', 'Club', 'Les Dalles', 'La Souche', 'Points', 'Penalties'],
    ...['Time (s)', 'Runs'],
  ]);
});

test('the answer is a file, named after the competition, and not cached', async () => {
  const { admin, competitionId } = await makeCompetition(house, 1);
  const { headers } = await download(admin, competitionId);
  expect(headers).toMatchObject({
    'content-type': lineOf(exportResults).download,
    'cache-control': 'no-store',
    'content-disposition':
      'attachment; filename="Resultats Trial des Cretes 2027-06-12.xlsx"; ' +
      "filename*=UTF-8''R%C3%A9sultats%20Trial%20des%20Cr%C3%AAtes%202027-06-12.xlsx",
  });
});

test.each([
  ['admin', 200],
  ['editor', 200],
  ['referee', 403],
  ['viewer', 403],
] as const)('%s: %i', async (role, status) => {
  const { competitionId } = await makeCompetition(house, 1);
  expect((await download(await house.signInAs(role, competitionId), competitionId)).statusCode).toBe(status);
});

describe('exports requested at the same time', () => {
  it('are all served', async () => {
    const { admin, competitionId } = await makeEvent();
    const books = await Promise.all([1, 2, 3].map(() => downloadBook(admin, competitionId)));
    expect(books.map(({ SheetNames }) => SheetNames.length)).toEqual([3, 3, 3]);
  });

  it('skip a client who disconnected', async () => {
    const { competitionId } = await makeEvent();
    const order = { competition_id: competitionId, language: 'fr' as const };
    const leaving = new AbortController();
    const overloads = countOverloads();
    const left = [1, 2].map(() => buildResults(house.db, order, leaving.signal));
    const stays = buildResults(house.db, order, new AbortController().signal);
    setTimeout(() => leaving.abort(), 50);
    const ended = await Promise.allSettled(left);
    expect(ended).toMatchObject([1, 2].map(() => ({ status: 'rejected', reason: { code: 'overloaded' } })));
    expect(countOverloads()).toBe(overloads);
    expect(read(await stays).SheetNames).toHaveLength(3);
  });

  it('continue after one that failed', async () => {
    const { competitionId } = await makeEvent();
    const { signal } = new AbortController();
    const failing = buildResults(house.db, { competition_id: 999_999, language: 'fr' }, signal);
    const next = buildResults(house.db, { competition_id: competitionId, language: 'fr' }, signal);
    await expect(failing).rejects.toThrow('There is no competition 999999 to export.');
    expect(read(await next).SheetNames).toHaveLength(3);
  });
});
