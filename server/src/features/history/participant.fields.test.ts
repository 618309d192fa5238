import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { listHistory, restoreEntry } from '@dossard/contract/history/history.endpoints.ts';
import {
  findParticipant,
  importParticipants,
  updateParticipant,
} from '@dossard/contract/participants/participant.endpoints.ts';
import {
  isOptionalField,
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';
import { erasePersonalData, getPersonalData } from '@dossard/contract/participants/personal.data.endpoints.ts';
import { statusNames } from '@dossard/contract/participants/status.fields.ts';
import { exportResults } from '@dossard/contract/results/result.endpoints.ts';
import { read, utils } from '@e965/xlsx';
import { getTableColumns, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { participants } from '../../tables/participant.table.ts';
import { schema } from '../../tables/schema.ts';
import { makeCompetition } from '../../testing/main.job.ts';
import { startTestApp } from '../../testing/test.app.ts';
import { writeCsv } from '../import/testing/table.files.ts';

/*
 * Follows a rider with a distinct value in every field through the product: a field added to the list is imported,
 * edited, undone, exported, hidden from the public and erased, or a test here fails.
 */

const house = await startTestApp();
const { admin, competitionId } = await makeCompetition(house, 0);
const place = { id: competitionId, dossard: 12 };

/** A value found nowhere else; gender has none. */
const markOf = (field: ParticipantField) => (field === 'gender' ? 'F' : `Mark ${field.replaceAll('_', ' ')}`);
const marked = Object.fromEntries(participantFieldNames.map((field) => [field, markOf(field)]));
const marks = participantFieldNames.filter((field) => field !== 'gender');
const findMarks = (text: string) => marks.filter((field) => text.includes(markOf(field)));

test('every column of riders is a field of the list, or technical', () => {
  const ofDay = ['start_position', 'came', 'ticked_at'];
  const ofRow = ['competition_id', 'dossard_number', ...statusNames, ...ofDay, 'last_run_number', 'deleted_at'];
  const columns = Object.values(getTableColumns(participants)).filter(({ name }) => !ofRow.includes(name));
  expect(columns.map(({ name }) => name).sort()).toEqual([...participantFieldNames].sort());
  for (const { name, notNull } of columns) expect([name, notNull]).toEqual([name, !isOptionalField(name)]);
  for (const column of columns) expect([column.name, column.getSQLType()]).toEqual([column.name, 'text']);
});

test('every field is imported under its heading', async () => {
  const headings = participantFieldNames.map((field) => participantFields[field].headings.sure[0]);
  const bytes = writeCsv([
    ['dossard', ...headings],
    [12, ...participantFieldNames.map(markOf)],
  ]);
  const { body } = await admin.call(importParticipants, {
    params: { id: competitionId },
    file: { name: 'all.csv', bytes },
  });
  expect(body).toMatchObject({ imported: 1, rejected: 0 });
  expect((await admin.call(findParticipant, { params: place })).body).toMatchObject(marked);
});

test('a change of every field is undone as one', async () => {
  const other = Object.fromEntries(marks.map((field) => [field, `Other ${field}`]));
  const body = { competition_id: competitionId, dossard_number: 12, ...other, gender: 'H' };
  await admin.call(updateParticipant, { body });
  expect((await admin.call(findParticipant, { params: place })).body).toMatchObject({ ...other, gender: 'H' });
  const { entries } = (await admin.call(listHistory, { params: { id: competitionId } })).body;
  await admin.call(restoreEntry, { params: { id: competitionId, entry: entries[0].id } });
  expect((await admin.call(findParticipant, { params: place })).body).toMatchObject(marked);
});

test('every field is in the files for organisers', async () => {
  const { body } = await admin.call(getPersonalData, { params: place });
  expect(findMarks(JSON.stringify(body))).toEqual(marks);
  const url = `/api${exportResults.path.replace(':id', String(competitionId))}`;
  const book = read((await house.app.inject({ url, headers: { cookie: admin.cookie } })).rawPayload);
  const texts = book.SheetNames.map((name) => [name, utils.sheet_to_csv(book.Sheets[name] ?? {})].join('\n'));
  expect(findMarks(texts.join('\n'))).toEqual(marks);
});

test('public calls return no field that is not public', async () => {
  await admin.call(setVisibility, { body: { competition_id: competitionId, is_public: true } });
  const paths = ['liveranking/public', 'ranking/12', 'categories', 'zones', 'participants', 'results/export'];
  const answers = await Promise.all(
    paths.map((path) => house.app.inject({ url: `/api/competitions/${competitionId}/${path}` })),
  );
  const found = findMarks(answers.map(({ body }) => body).join('\n'));
  expect(found).not.toEqual([]);
  expect(found.filter((field) => !participantFields[field].isPublic)).toEqual([]);
});

test('every personal field is erased from every table', async () => {
  await admin.call(erasePersonalData, { params: place });
  const tables = await Promise.all(
    Object.values(schema).map(async (table) =>
      JSON.stringify((await house.db.execute(sql`select * from ${table}`)).rows),
    ),
  );
  const found = findMarks(tables.join('\n'));
  expect(found.filter((field) => participantFields[field].isPersonal)).toEqual([]);
});
