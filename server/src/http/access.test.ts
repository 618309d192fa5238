import { createCompetition, setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Endpoint } from '@dossard/contract/endpoint.ts';
import { endpoints } from '@dossard/contract/endpoints.ts';
import { roleMay, roleSchema } from '@dossard/contract/members/permissions.ts';
import { createParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import { recordRun } from '@dossard/contract/runs/run.endpoints.ts';
import { createZone } from '@dossard/contract/zones/zone.endpoints.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { members } from '../features/members/member.table.ts';
import { competitionInput, graduation, rider, runOf, tens } from '../testing/main.job.ts';
import { startTestApp, type TestAnswer, type TestCaller, testPassword } from '../testing/test.app.ts';

/*
 * Every endpoint of the contract, called by everybody there is: what happens must follow from the endpoint's `who`.
 * A new endpoint needs a row in `sendings`.
 */

const house = await startTestApp();

/** A competition that a call is about; `riders` has 1 to 3, and `runs` the numbers of rider 1’s runs. */
interface Place {
  id: number;
  zoneId: number;
  graduationId: number;
}
type Sending = Pick<NonNullable<Parameters<TestCaller['call']>[1]>, 'params' | 'query' | 'body' | 'headers' | 'file'>;

const zoneBody = { name: 'Le Torrent', graduations: [graduation('U13', 'F', tens)] };
const file = { name: 'a.csv', bytes: '20;U13;Le Gall;Zoé;F\n' };

/** What each endpoint is sent, right enough to get through to its handler. */
const sendings: Record<string, (place: Place) => Sending> = {
  login: () => ({ body: { email: owner.email, password: testPassword } }),
  logout: () => ({ headers: { cookie: 'session=of-nobody' } }),
  getProfile: () => ({}),
  listCompetitions: () => ({}),
  listPublicCompetitions: () => ({}),
  createCompetition: () => ({ body: competitionInput }),
  getCompetition: ({ id }) => ({ params: { id } }),
  updateCompetition: ({ id }) => ({ params: { id }, body: competitionInput }),
  // Not the one that is tried, so that it stays public or private for the callers to come.
  setVisibility: ({ id }) => ({ body: { competition_id: id, is_public: id === places.public.id } }),
  listZones: ({ id }) => ({ params: { id } }),
  getZone: ({ id, zoneId }) => ({ params: { id, zoneId } }),
  listCategories: ({ id }) => ({ params: { id } }),
  createZone: ({ id }) => ({ params: { id }, body: zoneBody }),
  updateZone: ({ id, zoneId }) => ({ params: { id, zoneId }, body: { name: 'La Souche' } }),
  deleteZone: ({ id, zoneId }) => ({ params: { id, zoneId } }),
  createGraduation: ({ id, zoneId }) => ({ params: { id, zoneId }, body: graduation('U17', 'H', tens) }),
  updateGraduation: ({ id, zoneId, graduationId }) => ({
    params: { id, zoneId, graduationId },
    body: graduation('U13', 'F', tens),
  }),
  deleteGraduation: ({ id, graduationId }) => ({ params: { id, graduationId } }),
  listParticipants: ({ id }) => ({ params: { id } }),
  findParticipant: ({ id }) => ({ params: { id, dossard: 1 } }),
  createParticipant: ({ id }) => ({ body: rider(id, 9) }),
  updateParticipant: ({ id }) => ({ body: rider(id, 2) }),
  deleteParticipant: ({ id }) => ({ body: { competition_id: id, dossard_number: 3 } }),
  importParticipants: ({ id }) => ({ params: { id }, file }),
  getRoster: ({ id }) => ({ params: { id } }),
  recordRun: ({ id, zoneId }) => ({ body: runOf(id, zoneId, 1) }),
  verifyRun: () => ({ query: { submissionID: 'some-run' } }),
  listRuns: ({ id }) => ({ params: { id, dossard: 1 } }),
  updateRun: ({ id, zoneId }) => ({ body: { ...runOf(id, zoneId, 1), run_number: 1 } }),
  deleteRun: ({ id }) => ({ query: { competitionID: id, dossard: 1, runNumber: 2 } }),
  getRanking: ({ id }) => ({ params: { id } }),
  getPublicRanking: ({ id }) => ({ params: { id } }),
};
/** Calls for anyone that are about a public competition, and find no other. */
const ofPublicCompetitions = ['getPublicRanking'];

const kinds = ['private', 'public'] as const;
type Kind = (typeof kinds)[number];
const roles = roleSchema.options;
const who = ['signed out', 'not a member', ...roles, 'creator', 'super_admin'] as const;
type Name = (typeof who)[number];

let owner: TestCaller;
let callers: Record<Name, TestCaller>;
let places: Record<Kind, Place>;

async function makePlace(kind: Kind): Promise<Place> {
  const { id } = (await owner.call(createCompetition, { body: competitionInput })).body;
  await owner.call(setVisibility, { body: { competition_id: id, is_public: kind === 'public' } });
  await house.db.insert(members).values(roles.map((role) => ({ competition_id: id, user_id: callers[role].id, role })));
  const graduations = [graduation('U13', 'F', tens), graduation('U13', 'H', tens)];
  const zone = (await owner.call(createZone, { params: { id }, body: { name: 'Les Dalles', graduations } })).body;
  for (const dossard of [1, 2, 3]) await owner.call(createParticipant, { body: rider(id, dossard) });
  for (const _ of [1, 2]) await owner.call(recordRun, { body: runOf(id, zone.id, 1) });
  return { id, zoneId: zone.id, graduationId: zone.graduations[1].id };
}

/** The competition that does not exist, in the shape of one that does. */
const absent = (place: Place): Place => ({ ...place, id: 999_999 });

function send(endpoint: Endpoint, name: Name, place: Place): Promise<TestAnswer> {
  const sending = sendings[endpoint.name];
  if (!sending) throw new Error(`Add what ${endpoint.name} is sent to the table \`sendings\` of access.test.ts.`);
  return callers[name].call(endpoint, sending(place));
}

type Outcome = 'allowed' | 'signs in first' | 'not found' | 'forbidden' | 'goes wrong';

/** What an answer says about who may call; later refusals, such as a zone that is gone by now, are no part of it. */
function outcomeOf({ status, body }: TestAnswer): Outcome {
  if (status === 401) return 'signs in first';
  if (status === 403) return 'forbidden';
  if (status === 404 && body.code === 'competition_not_found') return 'not found';
  if (status === 400 || status >= 500 || body.code === 'not_found') return 'goes wrong';
  return 'allowed';
}

/** What must happen, by api.md, “Who may”. */
function expectedOutcome(endpoint: Endpoint, name: Name, kind: Kind): Outcome {
  const { who } = endpoint;
  if (who.kind === 'anyone') {
    return kind === 'private' && ofPublicCompetitions.includes(endpoint.name) ? 'not found' : 'allowed';
  }
  const role = roles.find((one) => one === name) ?? null;
  if (who.kind === 'competition' && who.orIfPublic) {
    if (kind === 'public') return 'allowed';
    if (name === 'signed out') return 'not found';
  }
  if (name === 'signed out') return 'signs in first';
  if (name === 'super_admin' || who.kind === 'signed_in') return 'allowed';
  if (who.kind === 'global')
    return who.permission === 'create_competition' && name === 'creator' ? 'allowed' : 'forbidden';
  if (role === null) return kind === 'private' ? 'not found' : 'forbidden';
  return roleMay(role, who.permission) ? 'allowed' : 'forbidden';
}

beforeAll(async () => {
  owner = await house.signIn(['create_competition']);
  const signedIn = await Promise.all([
    ...['not a member', ...roles].map(async (name) => [name, await house.signIn()] as const),
    house.signIn(['create_competition']).then((caller) => ['creator', caller] as const),
    house.signIn(['super_admin']).then((caller) => ['super_admin', caller] as const),
  ]);
  callers = { 'signed out': house.visitor, ...Object.fromEntries(signedIn) } as Record<Name, TestCaller>;
});

test('every endpoint has its row in the table, and no row is left over', () => {
  expect(Object.keys(sendings).sort()).toEqual(endpoints.map(({ name }) => name).sort());
});

describe.each(endpoints)('$name', (endpoint) => {
  beforeAll(async () => {
    places = { private: await makePlace('private'), public: await makePlace('public') };
  });

  test.each(kinds)('lets in whom it should, in a %s competition', async (kind) => {
    const found: Record<string, Outcome> = {};
    for (const name of who) found[name] = outcomeOf(await send(endpoint, name, places[kind]));
    expect(found).toEqual(Object.fromEntries(who.map((name) => [name, expectedOutcome(endpoint, name, kind)])));
  });

  if (endpoint.who.kind === 'competition' || ofPublicCompetitions.includes(endpoint.name)) {
    test('answers those who may not see a competition exactly as if it did not exist', async () => {
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
