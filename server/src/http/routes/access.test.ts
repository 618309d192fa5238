import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { createCompetition, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { updateEntryPage } from '@dossard/contract/entries/entry.endpoints.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { createRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createOutsideResult } from '@dossard/contract/series/outside.result.endpoints.ts';
import { createSeries, updateSeries, updateSeriesCompetitions } from '@dossard/contract/series/series.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { eq, inArray } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { derivePushKeys } from '../../push/push.keys.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { users } from '../../tables/account.tables.ts';
import { competitions } from '../../tables/competition.table.ts';
import { members } from '../../tables/member.table.ts';
import { seriesAdmins } from '../../tables/series.tables.ts';
import {
  expectedOutcome,
  globals,
  type Kind,
  kinds,
  type Name,
  ofPublicCompetitions,
  roles,
  who,
} from '../../testing/expected.outcomes.ts';
import { makeJudgeLink, openAsJudge } from '../../testing/judging.ts';
import { competitionInput, entryPage, graduation, rider, runOf, seriesInput, tens } from '../../testing/main.job.ts';
import { type Outcome, printPermissions } from '../../testing/permissions.page.ts';
import { outsideInput, type Place, sendings } from '../../testing/sendings.ts';
import { startTestApp, type TestAnswer, type TestCaller } from '../../testing/test.app.ts';

/*
 * Calls every endpoint as every kind of caller: the outcome must follow from the endpoint's `who`, and match
 * docs/permissions.md. A new endpoint needs a row in `sendings`, and `-u` to regenerate the page.
 */

const push = { keys: derivePushKeys(Buffer.alloc(32, 5)), subject: 'mailto:contact@dossard.test' };
// A permitted reset gets as far as its backup, so that nothing is erased.
const refuse = () => Promise.reject(new Refusal('overloaded'));
const house = await startTestApp({ push, publicDemo: { enter: refuse, listedId: () => 0 }, writeBackup: refuse });

let owner: TestCaller;
let callers: Record<Exclude<Name, 'judge'>, TestCaller>;
let places: Record<Kind, Place>;
let shared: Record<Kind, Place>;
/** Creates a place, with the series of another one if it is given. */
async function makePlace(kind: Kind, other?: Place): Promise<Place> {
  const { id } = (await owner.call(createCompetition, { body: competitionInput })).body;
  await owner.call(setVisibility, { body: { competition_id: id, is_public: kind === 'public' } });
  await owner.call(updateEntryPage, { params: { id }, body: entryPage });
  const ofRole = roles.map((role) => ({ competition_id: id, user_id: callers[role].id, role }));
  const invited = { competition_id: id, user_id: callers.invited.id, role: 'admin' as const };
  await house.db.insert(members).values([...ofRole, invited]);
  const graduations = [graduation('U13', 'F', tens), graduation('U13', 'H', tens)];
  const zone = (await owner.call(createZone, { params: { id }, body: { name: 'Les Dalles', graduations } })).body;
  for (const dossard of [1, 2, 3]) await owner.call(createParticipant, { body: rider(id, dossard) });
  for (const _ of [1, 2]) await owner.call(createRun, { body: runOf(id, zone.id, 1) });
  const { judge } = await openAsJudge(house, (await makeJudgeLink(owner, id)).token);
  const zoneKeys = { zoneId: zone.id, graduationId: zone.graduations[1].id };
  const people = { owner, stranger: callers['not a member'], judge };
  return { ...(other ?? (await makeSeries(id, kind))), id, kind, ...people, ...zoneKeys };
}

/** Creates a series of the competition and of a result from elsewhere, with `admin` as its admin, and `invited`, who may not act yet. */
async function makeSeries(competitionId: number, kind: Kind): Promise<Pick<Place, 'seriesId' | 'resultId'>> {
  const { id: seriesId } = (await owner.call(createSeries, { body: seriesInput })).body;
  const params = { seriesId };
  await owner.call(updateSeriesCompetitions, { params, body: { competition_ids: [competitionId] } });
  await owner.call(updateSeries, { params, body: { is_public: kind === 'public' } });
  const admins = [callers.admin, callers.invited].map(({ id: user_id }) => ({ series_id: seriesId, user_id }));
  await house.db.insert(seriesAdmins).values(admins);
  const { id: resultId } = (await owner.call(createOutsideResult, { params, body: outsideInput })).body;
  return { seriesId, resultId };
}

async function makePlaces(others?: Record<Kind, Place>): Promise<Record<Kind, Place>> {
  return { private: await makePlace('private', others?.private), public: await makePlace('public', others?.public) };
}

/** Returns places for an endpoint: its own ones if it changes them, and a series of its own if it changes that. */
async function getPlaces({ method, name, who }: Endpoint): Promise<Record<Kind, Place>> {
  if (method === 'GET' || sendings[name]?.length === 0) return shared;
  return makePlaces(who.kind === 'competition' ? shared : undefined);
}

/** Returns a competition that does not exist, with the same fields. */
const absent = (place: Place): Place => ({ ...place, id: 999_999, seriesId: 999_999 });

function send(endpoint: Endpoint, name: Name, place: Place): Promise<TestAnswer> {
  const sending = sendings[endpoint.name];
  if (!sending) throw new Error(`Add what ${endpoint.name} is sent to the table \`sendings\` of testing/sendings.ts.`);
  return (name === 'judge' ? place.judge : callers[name]).call(endpoint, sending(place));
}

/** Returns what an answer reveals about permission; later refusals, such as a missing zone, do not count. */
function outcomeOf({ status, body }: TestAnswer): Outcome {
  if (status === 401) return 'signs in first';
  if (status === 403) return 'forbidden';
  if (status === 404 && ['competition_not_found', 'series_not_found'].includes(body.code)) return 'not found';
  if (['invalid_request', 'internal_error', 'not_found'].includes(body.code)) return 'goes wrong';
  return 'allowed';
}

beforeAll(async () => {
  owner = await house.signIn(['create_competition']);
  const signedIn = await Promise.all([
    ...['not a member', 'invited', ...roles].map(async (name) => [name, await house.signIn()] as const),
    ...globals.map(async (permission) => [permission, await house.signIn([permission])] as const),
  ]);
  callers = { 'signed out': house.visitor, ...Object.fromEntries(signedIn) } as typeof callers;
  await house.db
    .update(users)
    .set({ email_verified_at: null, account_status: 'invited' })
    .where(eq(users.id, callers.invited.id));
  shared = await makePlaces();
});

test('every endpoint has its row in the table, and no row is left over', () => {
  expect(Object.keys(sendings).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

/** Deletes or restores both competitions. */
async function setDeleted(deleted: boolean): Promise<void> {
  await house.db
    .update(competitions)
    .set({ deleted_at: deleted ? new Date().toISOString() : null })
    .where(inArray(competitions.id, [places.private.id, places.public.id]));
}

/** The outcomes by endpoint, to be printed. */
const matrix: Record<Kind, [Endpoint, Record<Name, Outcome>][]> = { private: [], public: [] };
// ASVS 8.2.1
describe.each(endpoints)('$name', (endpoint) => {
  beforeAll(async () => {
    places = await getPlaces(endpoint);
  });

  test.each(kinds)('lets in the right callers, in a %s competition', async (kind) => {
    const found = {} as Record<Name, Outcome>;
    let isUsed = true;
    for (const name of who) {
      if (isUsed) await setDeleted(endpoint.who.kind === 'competition' && endpoint.who.evenDeleted === true);
      // A deleted series cannot be restored, so each caller gets their own.
      if (endpoint.name === 'deleteSeries') Object.assign(places[kind], await makeSeries(places[kind].id, kind));
      found[name] = outcomeOf(await send(endpoint, name, places[kind]));
      isUsed = endpoint.method !== 'GET' && found[name] === 'allowed';
    }
    await setDeleted(false);
    expect(found).toEqual(Object.fromEntries(who.map((name) => [name, expectedOutcome(endpoint, name, kind)])));
    matrix[kind].push([endpoint, found]);
  });

  if (['competition', 'series'].includes(endpoint.who.kind) || ofPublicCompetitions.includes(endpoint.name)) {
    test('answers callers who may not see a competition exactly as if it did not exist', async () => {
      const seen = ({ status, headers, body: { request_id: _, ...body } }: TestAnswer) => {
        const { date, 'content-length': length, ...others } = headers;
        return { status, headers: others, body };
      };
      for (const name of ['signed out', 'not a member'] as const) {
        const hidden = await send(endpoint, name, places.private);
        expect(seen(hidden)).toEqual(seen(await send(endpoint, name, absent(places.private))));
      }
    });
  }
});

// ASVS 8.1.1, 8.3.1, 15.3.1
test('docs/permissions.md matches the outcomes', async () => {
  const differing = matrix.public.filter(([endpoint, found]) => {
    const hidden = matrix.private.find(([one]) => one === endpoint)?.[1];
    return who.some((name) => hidden?.[name] !== found[name]);
  });
  const page = printPermissions({ private: matrix.private, differing }, who);
  await expect(page).toMatchFileSnapshot('../../../../docs/permissions.md');
});
