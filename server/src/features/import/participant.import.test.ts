import { readFile } from 'node:fs/promises';
import {
  deleteParticipant,
  importParticipants,
  listParticipants,
} from '@dossard/contract/participants/participant.endpoints.ts';
import { noOptionalFields } from '@dossard/contract/participants/participant.fields.ts';
import { getRanking } from '@dossard/contract/rankings/ranking.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { eq, type SQL, sql } from 'drizzle-orm';
import { describe, expect, it, test } from 'vitest';
import { auditLog } from '../../tables/audit.table.ts';
import { makeCompetition, runOf } from '../../testing/main.job.ts';
import { startTestApp, type TestAnswer } from '../../testing/test.app.ts';
import { type TypedRow, writeCsv } from './testing/table.files.ts';

const house = await startTestApp();

const heading = ['Dossard', 'Nom', 'Prénom', 'Sexe', 'Catégorie', 'Club'];
const zoe = [12, 'Le Gall', 'Zoé', 'F', 'U13', 'Vélo Club Fictif'];
const hugo = [13, 'Faÿ', 'Hugo', 'H', 'U13', ''];
const readEngages = (name: string) => readFile(new URL(`./testing/${name}`, import.meta.url));

interface Options {
  query?: Record<string, string>;
  name?: string;
  language?: 'fr' | 'en';
}

/** A competition without riders, and what tests do with files in it. */
async function openDesk() {
  const { admin, competitionId, zoneId } = await makeCompetition(house, 0);
  const params = { id: competitionId };
  const sendFile = (bytes: Buffer | string, { query, name = 'engagés.csv', language = 'en' }: Options = {}) =>
    admin.call(importParticipants, {
      params,
      ...(query && { query }),
      headers: { 'accept-language': language },
      file: { name, bytes },
    });
  return {
    admin,
    competitionId,
    zoneId,
    sendFile,
    sendRows: (rows: TypedRow[], options?: Options) => sendFile(writeCsv([heading, ...rows]), options),
    list: async () => (await admin.call(listParticipants, { params })).body.participants,
    version: async () => (await admin.call(getRanking, { params })).body.version,
    history: () =>
      house.db.select().from(auditLog).where(eq(auditLog.competition_id, competitionId)).orderBy(auditLog.id),
  };
}

/** All that an import may change. */
async function snapshot({ list, version, history }: Awaited<ReturnType<typeof openDesk>>) {
  return { riders: await list(), version: await version(), history: await history() };
}

describe('the files of organisers', () => {
  test.each([
    ['engages.csv', 'engages-excel.csv'],
    ['engages-excel.csv', 'engages.xlsx'],
    ['engages.xlsx', 'engages.xls'],
    ['engages.xls', 'engages.csv'],
  ])(
    '%s: its 100 riders are imported once; the same list again, or as %s, changes nothing',
    async (name, otherFormat) => {
      const desk = await openDesk();
      const first = await desk.sendFile(await readEngages(name), { name });
      expect([first.status, first.body]).toEqual([200, { imported: 100, updated: 0, unchanged: 0, rejected: 0 }]);
      const stored = await snapshot(desk);
      expect(stored.riders).toHaveLength(100);
      expect(stored.riders[0]).toEqual({
        dossard_number: 1,
        category: 'U9',
        gender: 'H',
        first_name: 'Hugo',
        last_name: 'Faÿ',
        ...noOptionalFields,
        club: 'Les Crampons; section jeunes',
        competition_id: desk.competitionId,
        run_count: 0,
      });
      for (const other of [name, otherFormat]) {
        const again = await desk.sendFile(await readEngages(other), { name: other });
        expect(again.body).toEqual({ imported: 0, updated: 0, unchanged: 100, rejected: 0 });
      }
      expect(await snapshot(desk)).toEqual(stored);
    },
  );

  it('writes one entry into the history, with who did it and from which file', async () => {
    const desk = await openDesk();
    await desk.sendRows([zoe, hugo]);
    const imports = (await desk.history()).filter((entry) => entry.action === 'import');
    expect(imports).toMatchObject([
      { actor_id: desk.admin.id, subject: 'participant', subject_key: 'engagés.csv', before: [] },
    ]);
    expect(imports[0]?.after).toMatchObject([{ dossard_number: 12 }, { dossard_number: 13 }]);
  });

  it('may have 5,000 riders', async () => {
    const desk = await openDesk();
    const rows = Array.from({ length: 5_000 }, (_, index) => [index + 1, 'Le Gall', 'Zoé', 'F', 'U13', '']);
    expect((await desk.sendRows(rows)).body.imported).toBe(5_000);
    const corrected = rows.map(([dossard, ...others]) => [dossard, ...others.slice(0, 3), 'U15', '']) as TypedRow[];
    expect((await desk.sendRows(corrected)).body.updated).toBe(5_000);
    expect(await desk.list()).toHaveLength(5_000);
  });
});

describe('a file that comes again with corrections', () => {
  it('changes the rider, ranks again, and the history keeps both', async () => {
    const desk = await openDesk();
    await desk.sendRows([zoe, hugo]);
    const before = await desk.version();
    const answer = await desk.sendRows([[12, 'LE GALL', 'Zoé', 'Fille', 'u 15', 'Vélo Club Fictif'], hugo]);
    expect(answer.body).toEqual({ imported: 0, updated: 1, unchanged: 1, rejected: 0 });
    expect(await desk.version()).toBeGreaterThan(before);
    expect((await desk.list()).at(-1)).toMatchObject({ dossard_number: 12, category: 'U15', last_name: 'LE GALL' });
    const correction = (await desk.history()).at(-1);
    expect(correction?.before).toMatchObject([{ category: 'U13', last_name: 'Le Gall' }]);
    expect(correction?.after).toMatchObject([{ category: 'U15', last_name: 'LE GALL' }]);
  });

  it('never gives a dossard to somebody else', async () => {
    const desk = await openDesk();
    await desk.sendRows([zoe]);
    const stored = await snapshot(desk);
    const answer = await desk.sendRows([
      [12, 'Faÿ', 'Hugo', 'H', 'U13', ''],
      [14, 'Roy', 'Lou', 'F', 'U13', ''],
    ]);
    expect([answer.status, answer.body.code]).toEqual([422, 'import_rejected']);
    expect(answer.body.errors).toEqual([
      {
        path: 'dossard_number',
        code: 'dossard_taken',
        message: 'Bib number 12 already belongs to Zoé Le Gall.',
        row: 2,
        column: 'Dossard',
      },
    ]);
    expect(await snapshot(desk)).toEqual(stored);
  });

  it('brings a removed rider back, whose run numbers go on', async () => {
    const desk = await openDesk();
    await desk.sendRows([zoe]);
    const record = () => desk.admin.call(createRun, { body: runOf(desk.competitionId, desk.zoneId, 12) });
    expect((await record()).body.run_number).toBe(1);
    const body = { competition_id: desk.competitionId, dossard_number: 12 };
    expect((await desk.admin.call(deleteParticipant, { body })).status).toBe(204);
    expect((await desk.sendRows([zoe])).body.imported).toBe(1);
    expect((await desk.list())[0].run_count).toBe(0);
    expect((await record()).body.run_number).toBe(2);
  });
});

describe('a file with bad rows', () => {
  const bad: TypedRow[] = [
    ['', 'Roy', 'Lou', 'F', 'U13', ''],
    zoe,
    [15, '', 'Ana', 'X', 'U13', ''],
    [12, 'Faÿ', 'Hugo', 'H', 'U13', ''],
  ];
  const english = [
    [2, 'Dossard', 'required', 'Bib number is required.'],
    [4, 'Nom', 'required', 'Last name is required.'],
    [4, 'Sexe', 'gender_unknown', 'Gender “X” is not recognized: write H or F.'],
    [5, 'Dossard', 'dossard_doubled', 'Bib number 12 is already on row 3.'],
  ];
  const told = (errors: { row: number; column: string; code: string; message: string }[]) =>
    errors.map(({ row, column, code, message }) => [row, column, code, message]);

  test.each([
    ['en', 'Some rows have errors (3). Nothing was saved.', 'Bib number 12 is already on row 3.'],
    ['fr', 'Des lignes contiennent des erreurs (3). Rien n’a été enregistré.', 'Le dossard 12 est déjà à la ligne 3.'],
  ] as const)('is refused as a whole with all its problems, in %s', async (language, message, last) => {
    const desk = await openDesk();
    const stored = await snapshot(desk);
    const answer = await desk.sendRows(bad, { language });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([422, 'import_rejected', message]);
    expect(told(answer.body.errors).map((problem) => problem.slice(0, 3))).toEqual(
      english.map((problem) => problem.slice(0, 3)),
    );
    expect(answer.body.errors.at(-1).message).toBe(last);
    expect(await snapshot(desk)).toEqual(stored);
  });

  it('has its good rows stored with mode=partial, and the problems listed', async () => {
    const desk = await openDesk();
    const answer = await desk.sendRows(bad, { query: { mode: 'partial' } });
    expect([answer.status, answer.body]).toMatchObject([200, { imported: 1, updated: 0, unchanged: 0 }]);
    expect(told(answer.body.rejected)).toEqual(english);
    expect(await desk.list()).toMatchObject([{ dossard_number: 12, first_name: 'Zoé' }]);
  });

  it('is only told about with dry_run=true, each row with its rider', async () => {
    const desk = await openDesk();
    await desk.sendRows([zoe, hugo]);
    const stored = await snapshot(desk);
    const rows: TypedRow[] = [
      ...[hugo, [12, 'Le Gall', 'Zoé', 'F', 'U15', ''], [14, 'Roy', 'Lou', 'F', 'U13', '']],
      [15, 'Petit', 'Ana', 'X', 'U13', ''],
      [13, 'Petit', 'Ana', 'F', 'U13', ''],
    ];
    const answer = await desk.sendRows(rows, { query: { dry_run: 'true' } });
    expect([answer.status, answer.body]).toMatchObject([
      200,
      { imported: 1, updated: 1, unchanged: 1, rejected: 2, errors: [] },
    ]);
    expect(answer.body.rows).toEqual([
      {
        row: 2,
        dossard_number: 13,
        action: 'none',
        last_name: 'Faÿ',
        first_name: 'Hugo',
        category: 'U13',
        gender: 'H',
        ...noOptionalFields,
        club: null,
      },
      {
        row: 3,
        dossard_number: 12,
        action: 'change',
        last_name: 'Le Gall',
        first_name: 'Zoé',
        category: 'U15',
        gender: 'F',
        ...noOptionalFields,
        club: null,
        changes: { category: { from: 'U13', to: 'U15' }, club: { from: 'Vélo Club Fictif', to: null } },
      },
      {
        row: 4,
        dossard_number: 14,
        action: 'add',
        last_name: 'Roy',
        first_name: 'Lou',
        category: 'U13',
        gender: 'F',
        ...noOptionalFields,
        club: null,
      },
      {
        row: 5,
        dossard_number: 15,
        action: 'refuse',
        last_name: 'Petit',
        first_name: 'Ana',
        errors: [
          {
            path: 'gender',
            code: 'gender_unknown',
            message: 'Gender “X” is not recognized: write H or F.',
            row: 5,
            column: 'Sexe',
          },
        ],
      },
      expect.objectContaining({ row: 6, dossard_number: 13, action: 'refuse', last_name: 'Petit', first_name: 'Ana' }),
    ]);
    expect(await snapshot(desk)).toEqual(stored);
  });
});

describe('a file that cannot be used as it is', () => {
  const cases: { says: string; rows: TypedRow[]; errors: object[] }[] = [
    {
      says: 'without a column',
      rows: [
        ['Dossard', 'Nom', 'Prénom', 'Catégorie'],
        [12, 'Le Gall', 'Zoé', 'U13'],
      ],
      errors: [{ path: 'gender', code: 'column_missing', message: 'This file has no column for the gender.', row: 1 }],
    },
    {
      says: 'of something else',
      rows: [
        ['rank', 'bib', 'rider', 'nation'],
        ['1', '', 'Nina Reichenbach', 'GER'],
      ],
      errors: ['category', 'last_name', 'first_name', 'gender'].map((path) => ({
        path,
        code: 'column_missing',
        row: 1,
      })),
    },
    {
      says: 'with headings alone',
      rows: [heading],
      errors: [{ path: 'file', code: 'no_rows', message: 'This file contains no participants.' }],
    },
    { says: 'that is empty', rows: [], errors: [{ path: 'file', code: 'no_rows' }] },
  ];
  test.each(cases)('one $says is refused, whatever the mode, and a dry run tells it too', async ({ rows, errors }) => {
    const desk = await openDesk();
    for (const query of [{ dry_run: 'false' }, { mode: 'partial' }] as Record<string, string>[]) {
      const answer = await desk.sendFile(writeCsv(rows), { query });
      expect([answer.status, answer.body]).toMatchObject([422, { code: 'import_rejected', errors }]);
      expect(answer.body.message).toBe('This file cannot be imported as it is. Nothing was saved.');
    }
    const told = await desk.sendFile(writeCsv(rows), { query: { dry_run: 'true' } });
    expect([told.status, told.body]).toMatchObject([200, { imported: 0, rejected: 0, rows: [], errors }]);
    expect(await desk.list()).toEqual([]);
  });

  it('says in words that there are too many rows', async () => {
    const desk = await openDesk();
    const answer = await desk.sendFile(Buffer.from('1;U13;Le Gall;Zoé;F\n'.repeat(20_001)), { language: 'fr' });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      413,
      'file_too_large',
      expect.stringMatching(/^Ce fichier contient trop de données\s: 20000 lignes au plus\.$/),
    ]);
  });
});

describe('what is no participant file', () => {
  it('is refused when it is larger than 10 MB', async () => {
    const desk = await openDesk();
    const answer = await desk.sendFile(Buffer.alloc(10 * 2 ** 20 + 1, 'a'));
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      413,
      'file_too_large',
      'The file is larger than 10 MB.',
    ]);
  });

  it('is refused when it is an image', async () => {
    const desk = await openDesk();
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
    for (const name of ['photo.png', 'engagés.csv']) {
      const answer = await desk.sendFile(png, { name });
      expect([answer.status, answer.body.code]).toEqual([415, 'unsupported_file']);
    }
  });

  const form = (...parts: string[]) => ({
    type: 'multipart/form-data; boundary=x',
    payload: `${parts.map((part) => `--x\r\ncontent-disposition: form-data; ${part}\r\n`).join('')}--x--\r\n`,
  });
  const noFile = 'Please select a file.';
  const unreadable = 'The request cannot be read.';
  const cases: { says: string; type: string; payload: string; message: string }[] = [
    { says: 'JSON', type: 'application/json', payload: '{}', message: noFile },
    { says: 'no body', type: 'application/json', payload: '', message: noFile },
    { says: 'an empty form', ...form(), message: noFile },
    { says: 'a form without a file', ...form('name="note"\r\n\r\nhello'), message: noFile },
    { says: 'a file in another field', ...form('name="sheet"; filename="a.csv"\r\n\r\na;b'), message: noFile },
    { says: 'text in the field', ...form('name="file"\r\n\r\n12;U13;Le Gall;Zoé;F'), message: noFile },
    { says: 'a form without boundary', type: 'multipart/form-data', payload: 'abc', message: unreadable },
    {
      says: 'a form that was cut off',
      type: 'multipart/form-data; boundary=x',
      payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n12;U1',
      message: unreadable,
    },
  ];
  test.each(cases)('is refused when it is $says', async ({ type, payload, message }) => {
    const desk = await openDesk();
    const answer = await desk.admin.call(importParticipants, {
      params: { id: desk.competitionId },
      headers: { 'content-type': type },
      body: payload as unknown as Record<string, unknown>,
    });
    expect([answer.status, answer.body]).toMatchObject([400, { code: 'invalid_request', message }]);
  });

  it('may have any name', async () => {
    const desk = await openDesk();
    const bytes = writeCsv([heading, zoe]);
    for (const name of ['a\tb.csv', 'a\0b.csv', `${'é'.repeat(300)}.csv`, '../../etc/passwd.csv', '�.csv', '.csv']) {
      expect([name, (await desk.sendFile(bytes, { name })).status]).toEqual([name, 200]);
    }
  });
});

describe('imports beside other writes', () => {
  /** Makes a change and commits it only when the import, planned without it, waits for it. */
  async function importDuring(change: SQL, send: () => Promise<TestAnswer>): Promise<TestAnswer> {
    const { answer } = await house.db.transaction(async (tx) => {
      await tx.execute(change);
      const answer = send();
      await expect.poll(countWaiting, { timeout: 30_000 }).toBeGreaterThan(0);
      return { answer };
    });
    return answer;
  }
  const countWaiting = async () => {
    const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await house.db.execute(waiting)).rowCount;
  };

  it('never overwrites a rider who is added at the same moment', async () => {
    const desk = await openDesk();
    const added = sql`insert into participants (competition_id, dossard_number, category, gender, first_name, last_name)
      values (${desk.competitionId}, 12, 'U9', 'F', 'Ève', 'Autre')`;
    const answer = await importDuring(added, () => desk.sendRows([hugo, zoe]));
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ code: 'dossard_taken', row: 3 }]]);
    expect(await desk.list()).toMatchObject([{ dossard_number: 12, last_name: 'Autre' }]);
  });

  it('takes a rider who is added at the same moment for the same one when the names say so', async () => {
    const desk = await openDesk();
    const added = sql`insert into participants (competition_id, dossard_number, category, gender, first_name, last_name)
      values (${desk.competitionId}, 12, 'U9', 'F', 'Zoé', 'Le Gall')`;
    const answer = await importDuring(added, () => desk.sendRows([hugo, zoe]));
    expect(answer.body).toEqual({ imported: 1, updated: 1, unchanged: 0, rejected: 0 });
  });

  it('never takes back a correction that is made at the same moment', async () => {
    const desk = await openDesk();
    await desk.sendRows([zoe]);
    const corrected = sql`update participants set club = 'Corrigé' where competition_id = ${desk.competitionId}`;
    const withoutClubs = writeCsv([heading.slice(0, 5), [12, 'Le Gall', 'Zoé', 'F', 'U15']]);
    const answer = await importDuring(corrected, () => desk.sendFile(withoutClubs));
    expect(answer.body).toMatchObject({ updated: 1 });
    expect(await desk.list()).toMatchObject([{ category: 'U15', club: 'Corrigé' }]);
  });

  it('of two files at once, in opposite orders, stores both', async () => {
    const desk = await openDesk();
    const rows = Array.from({ length: 5_000 }, (_, index) => [index + 1, 'Le Gall', 'Zoé', 'F', 'U13', '']);
    const answers = await Promise.all([rows, [...rows].reverse()].map((file) => desk.sendRows(file)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.imported, 0)).toBe(5_000);
  });
});
