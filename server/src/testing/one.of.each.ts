import { endpoints } from '@dossard/contract/endpoints.ts';
import { sql } from 'drizzle-orm';
import { type CatalogTable, listTables, quoted } from '../backup/backup.tables.ts';
import type { Database } from '../database/client.ts';
import { makeJudgeLink, openAsJudge, runRequest } from './judging.ts';
import {
  bibWishes,
  competitionInput,
  doors,
  entryForm,
  entryPage,
  graduation,
  makeCompetition,
  rider,
  runOf,
  seriesInput,
  tens,
  ticksOf,
  unresolvedRunOf,
} from './main.job.ts';
import type { TestAnswer, TestApp, TestCaller } from './test.app.ts';

/* A small competition with a row in each table of a backup, through the API as far as rows are logged. */

type Sent = { params?: object; body?: object; query?: object };
const group = { category: 'U13', gender: 'F' as const };

/** Calls an endpoint by its name; throws unless it succeeds. */
async function send(caller: TestCaller, name: string, { params, body, query }: Sent): Promise<TestAnswer['body']> {
  const endpoint = endpoints.find((one) => one.name === name);
  if (!endpoint) throw new Error(`There is no endpoint ${name}.`);
  const answer = await caller.call(endpoint as never, { params, body, query } as never);
  if (answer.status >= 300) throw new Error(`${name} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** Makes it in an empty installation; returns the competition's id. */
export async function makeOneOfEach(house: TestApp): Promise<number> {
  const { admin, competitionId: id, zoneId } = await makeCompetition(house, 7, ['super_admin', 'create_competition']);
  const params = { id, zoneId, dossard: 1 };
  const call = (name: string, sent: Sent = {}) => send(admin, name, { ...sent, params: { ...params, ...sent.params } });
  const ranking_rule = { runs: 'all', tie_breaks: ['penality', 'jury'] };
  await call('updateCompetition', { body: { ...competitionInput, ranking_rule } });
  await send(admin, 'setVisibility', { body: { competition_id: id, is_public: true } });
  const zone = await call('createZone', { body: { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] } });
  for (const [index, won] of [[1, 2, 3], [1, 2], [1, 2, 3, 4], [1], [1], [1, 2, 3, 4, 5, 6]].entries())
    await call('createRun', { body: runOf(id, zoneId, index + 1, { ...doors(...won), chrono_sec: 60 }) });
  await call('createRun', { body: runOf(id, zone.id, 1, { penality: 3 }) });
  await call('updateRun', { body: { ...runOf(id, zone.id, 1), run_number: 2, penality: 2, reason: 'Vidéo' } });
  await call('updateParticipant', { body: rider(id, 2, { club: 'Les Crampons', licence: 'F-2' }) });
  await call('updateStatus', {
    body: { competition_id: id, dossard_number: 6, status: 'dnf', reason: 'Chaîne cassée' },
  });
  await call('deleteParticipant', { body: { competition_id: id, dossard_number: 7 } });
  await call('createRunCheck', { body: runOf(id, zoneId, 1, { ...doors(1, 2, 3), chrono_sec: 60 }) });
  await call('createUnresolvedRun', { body: unresolvedRunOf(id, zoneId, 99) });
  await call('createNotice', { body: { text: 'Repas à 12 h 30', zone_id: null } });
  const { judge } = await openAsJudge(house, (await makeJudgeLink(admin, id)).token);
  await send(judge, 'createRun', { body: runOf(id, zone.id, 3) });
  await send(judge, 'createRunRequest', { params, body: runRequest(3, { run_number: 2 }) });
  await call('decideTie', { body: { ...group, dossards: [5, 4], reason: 'Barrage' } });
  await call('declareResult', { body: { ...group, state: 'provisional', complaints_until: '2099-06-12T15:30:00Z' } });
  await call('createComplaint', { body: { dossard: 1, run_number: null, text: 'La porte 4 est passée', fee: '20 €' } });
  await call('declareResult', { body: { ...group, state: 'official', jury: ['Alix Juge'] } });
  await call('inviteReferee', { body: { email: 'alix@dossard.test', competition_id: id } });
  await makeEntries(call);
  await makeSeries(call, id);
  await fillTheRest(house.db);
  return id;
}

type Call = (name: string, sent?: Sent) => Promise<TestAnswer['body']>;

async function makeEntries(call: Call): Promise<void> {
  const other = await call('createCompetition', { body: { ...competitionInput, name: 'Trial des Prés' } });
  const params = { id: other.id };
  await call('createZone', { params, body: { name: 'Les Pneus', graduations: [graduation('U13', 'F', tens)] } });
  await call('updateEntryPage', { params, body: entryPage });
  await call('createEntryForm', { params, body: entryForm('parent@dossard.test', ['Zoé Nouvelle', 'Lou Petit']) });
  const [form] = (await call('listEntries', { params })).forms;
  const entries = form.riders.slice(0, 1).map((one: { id: number }) => one.id);
  await call('decideEntries', { params, body: { entries, decision: 'accepted' } });
  await call('giveBibs', { params, body: bibWishes });
  await call('updateHandout', { params, body: ticksOf(100) });
}

async function makeSeries(call: Call, id: number): Promise<void> {
  const { id: seriesId } = await call('createSeries', { body: seriesInput });
  const params = { seriesId };
  await call('updateSeriesCompetitions', { params, body: { competition_ids: [id] } });
  const body = { name: 'Cross des Prés', date: '2027-05-15', discipline: 'XC' };
  const { id: resultId } = await call('createOutsideResult', { params, body });
  const ranks = [{ rank: 1, first_name: 'Lou', last_name: 'Petit', club: null, licence: 'A 1' }];
  await call('setOutsideRanks', { params: { ...params, resultId }, body: { ...group, reason: 'Photo-finish', ranks } });
}

/** Puts a plain row into each table that is still empty: none of them is logged. */
async function fillTheRest(db: Database): Promise<void> {
  for (const table of await listTables(db)) {
    const { rows } = await db.execute(sql.raw(`select 1 from ${quoted(table.name)} limit 1`));
    if (rows.length === 0) await insertPlainRow(db, table);
  }
}

async function insertPlainRow(db: Database, { name }: CatalogTable): Promise<void> {
  const { rows: columns } = await db.execute<{ column: string; type: string; of: string | null }>(sql`
    select a.attname as column, format_type(a.atttypid, null) as type,
      (select p.relname || '.' || pa.attname from pg_constraint f join pg_class p on p.oid = f.confrelid
        join pg_attribute pa on pa.attrelid = p.oid and pa.attnum = f.confkey[array_position(f.conkey, a.attnum)]
        where f.conrelid = a.attrelid and f.contype = 'f' and a.attnum = any(f.conkey) limit 1) as of
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${quoted(name)}::regclass and a.attnum > 0 and not a.attisdropped and a.attnotnull and d.oid is null`);
  const values = columns.map(async ({ column, type, of }) =>
    of ? sql`${await readOne(db, of)}` : sql.raw(plainValues[`${name}.${column}`] ?? plainValues[type] ?? `'x'`),
  );
  const names = columns.map(({ column }) => sql.identifier(column));
  const row = sql`(${sql.join(names, sql`, `)}) values (${sql.join(await Promise.all(values), sql`, `)})`;
  await db.execute(sql`insert into ${sql.raw(quoted(name))} ${names.length > 0 ? row : sql`default values`}`);
}

/** Reads a value of a column, given as `table.column`, for a row that refers to it. */
async function readOne(db: Database, of: string): Promise<unknown> {
  const [table = '', column = ''] = of.split('.');
  const { rows } = await db.execute<{ value: unknown }>(
    sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} limit 1`,
  );
  return rows[0]?.value;
}

const plainValues: Record<string, string> = {
  'series_decisions.kind': `'alone'`,
  'desk_calls.kind': `'question'`,
  integer: '1',
  bigint: '1',
  boolean: 'true',
  jsonb: `'{}'`,
  date: `'2027-06-12'`,
  'timestamp with time zone': `'2027-06-12T12:00:00Z'`,
  'text[]': `'{}'`,
  'integer[]': `'{1,2}'`,
};
