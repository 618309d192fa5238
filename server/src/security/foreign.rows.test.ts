import { listSessions } from '@dossard/contract/accounts/security.endpoints.ts';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createOutsideResult } from '@dossard/contract/series/outside.result.endpoints.ts';
import { createSeries, updateSeriesCompetitions } from '@dossard/contract/series/series.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { makeJudgeLink, openAsJudge } from '../testing/judging.ts';
import { entryPage, makeCompetition, runOf, seriesInput } from '../testing/main.job.ts';
import { makeOneOfEach } from '../testing/one.of.each.ts';
import { outsideInput, type Place, type Sending, sendings } from '../testing/sendings.ts';
import { printTables } from '../testing/table.prints.ts';
import { startTestApp, type TestAnswer } from '../testing/test.app.ts';

/*
 * Rows of another competition, series or account, named in a call about one's own: none is found, and nothing changes.
 * The calls follow from the paths and bodies of the endpoints.
 */

const house = await startTestApp();
await makeOneOfEach(house);
const place = await makePlace();

async function makePlace(): Promise<Place> {
  const { admin: owner, competitionId: id } = await makeCompetition(house, 3);
  const [zone] = (await owner.call(listZones, { params: { id } })).body.zones;
  await owner.call(updateEntryPage, { params: { id }, body: entryPage });
  const { judge } = await openAsJudge(house, (await makeJudgeLink(owner, id)).token);
  const { id: seriesId } = (await owner.call(createSeries, { body: seriesInput })).body;
  await owner.call(updateSeriesCompetitions, { params: { seriesId }, body: { competition_ids: [id] } });
  const { id: resultId } = (await owner.call(createOutsideResult, { params: { seriesId }, body: outsideInput })).body;
  await owner.call(createRun, { body: runOf(id, zone.id, 1) });
  const zoneKeys = { zoneId: zone.id, graduationId: zone.graduations[0].id };
  return { id, kind: 'private', owner, stranger: await house.signIn(), judge, ...zoneKeys, seriesId, resultId };
}

/** Parameters with the caller's own values: the competition or series itself, and what every competition has. */
const own = ['id', 'seriesId', 'dossard', 'category', 'gender', 'revision', 'pair', 'relationKind'];
/** The column with the rows that a parameter names. */
const columns: Record<string, string> = {
  passkey: 'passkeys.id',
  zoneId: 'zones.id',
  graduationId: 'graduations.id',
  invitation: 'invitations.token_hash',
  entryId: 'entries.id',
  submission: 'unresolved_runs.submission_id',
  complaint: 'complaints.id',
  resultId: 'outside_results.id',
  relationId: 'series.id',
  linkId: 'judge_links.id',
  phone: 'judges.phone_id',
  call: 'desk_calls.call_id',
  request: 'run_requests.request_id',
  conflict: 'place_conflicts.id',
  notice: 'notices.id',
  entry: 'audit_log.id',
};

/** Reads the first row of a column, which is another competition's: those of `place` are made later. */
async function readForeign(of: string): Promise<string | number> {
  // Sessions are named by a hash, in no order.
  if (of === 'session') return (await place.stranger.call(listSessions)).body.sessions[0].id;
  const [table = '', column = ''] = of.split('.');
  const { rows } = await house.db.execute<{ value: string | number }>(
    sql`select ${sql.identifier(column)} as value from ${sql.identifier(table)} order by 1 limit 1`,
  );
  if (!rows[0]) throw new Error(`There is no row in ${table}.`);
  return rows[0].value;
}

/** Names the parameters of a path that stand for such rows. */
const rowsOf = ({ path }: Endpoint) => (path.match(/(?<=:)\w+/g) ?? []).filter((name) => !own.includes(name));

/** Sends a changed call as the owner of `place`; returns the answer once no table is seen to have changed. */
async function send(endpoint: Endpoint, change: (sending: Sending) => Sending): Promise<TestAnswer> {
  const before = await printTables(house.db);
  const answer = await place.owner.call(endpoint, change(sendings[endpoint.name]?.(place) ?? {}));
  expect(await printTables(house.db)).toEqual(before);
  return answer;
}

/** Calls that find nothing to do where a row is unknown, as when they are repeated. */
const repeatable = ['eraseEntry', 'decideEntries'];

// ASVS 8.2.2, 8.4.1
describe('a foreign row in a path is not found', () => {
  test.each(endpoints.filter((endpoint) => rowsOf(endpoint).length > 0))('of $name', async (endpoint) => {
    const rows: Record<string, string | number> = {};
    for (const name of rowsOf(endpoint)) rows[name] = await readForeign(columns[name] ?? name);
    const answer = await send(endpoint, (sending) => ({ ...sending, params: { ...sending.params, ...rows } }));
    expect(answer.status).toBe(repeatable.includes(endpoint.name) ? 200 : 404);
  });
});

/** The column with the rows that a field of a body names. */
const fields: Record<string, string> = {
  competition_id: 'competitions.id',
  competition_ids: 'competitions.id',
  zone_id: 'zones.id',
  zone_ids: 'zones.id',
  entry: 'entries.id',
  entries: 'entries.id',
  series_id: 'series.id',
  result_id: 'outside_results.id',
  user_id: 'members.user_id',
};

// ASVS 2.2.3, 8.2.2
describe('a foreign row in a body is refused', () => {
  const named = endpoints.flatMap((endpoint) =>
    Object.keys((endpoint.body as { shape?: object } | undefined)?.shape ?? {})
      .filter((field) => field in fields)
      .map((field) => ({ endpoint, name: endpoint.name, field })),
  );
  // A phone reports a zone that may be deleted since: it is stored as it came, and no zone is found by it.
  test.each(named.filter(({ name }) => name !== 'reportPhone'))('of $name as $field', async ({ endpoint, field }) => {
    const row = await readForeign(fields[field] ?? field);
    const given = { [field]: field.endsWith('s') ? [row] : row };
    const answer = await send(endpoint, (sending) => ({ ...sending, body: { ...(sending.body as object), ...given } }));
    if (!repeatable.includes(endpoint.name)) expect(answer.status).toBeGreaterThanOrEqual(400);
  });
});
