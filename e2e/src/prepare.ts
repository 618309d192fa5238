import { randomUUID } from 'node:crypto';
import type { Role } from '@dossard/contract/access/permissions.ts';
import { type APIRequestContext, expect, request } from '@playwright/test';
import { linkIn, mailTo } from './mail.ts';
import { sharedApi } from './sessions.ts';
import { home } from './steps.ts';

/* The data that a journey needs beforehand, created by API calls, so that it can begin where its story begins. */

export interface Prepared {
  api: APIRequestContext;
  competitionId: number;
  zoneId: number;
}

export const tens = {
  points_door1: 10,
  points_door2: 10,
  points_door3: 10,
  points_door4: 10,
  points_door5: 10,
  points_door6: 10,
};

/** Creates a public competition with a zone of tens for girls of U13, and girls of U13 with these bib numbers. */
export async function prepareCompetition(
  name: string,
  dossards: readonly number[],
  date = '2027-06-12',
): Promise<Prepared> {
  const api = await sharedApi(home());
  const { id: competitionId } = await send(api, 'post', '/api/competition', {
    name,
    date,
    location: 'Pommiers',
    organizer: 'Vélo Club Fictif',
    contact: 'contact@dossard.test',
  });
  const { id: zoneId } = await send(api, 'post', `/api/competition/${competitionId}/zone`, {
    name: 'Les Dalles',
    graduations: [{ category: 'U13', gender: 'F', ...tens }],
  });
  for (const dossard_number of dossards) {
    const rider = { category: 'U13', gender: 'F', first_name: 'Zoé', last_name: `Exemple ${dossard_number}` };
    await send(api, 'post', '/api/participant', { competition_id: competitionId, dossard_number, ...rider });
  }
  await send(api, 'put', '/api/competition/visibility', { competition_id: competitionId, is_public: true });
  return { api, competitionId, zoneId };
}

/** The credentials of an account. */
export interface Account {
  email: string;
  password: string;
}

/** Returns the data of a new account. */
export const newAccount = (): Account => ({ email: `${randomUUID()}@dossard.test`, password: 'Trial-2027' });

/** Creates an account whose address is verified. */
export async function prepareAccount(): Promise<Account> {
  const account = newAccount();
  const api = await request.newContext({ baseURL: home() });
  await send(api, 'post', '/api/auth/register', { ...account, first_name: 'Alix', last_name: 'Exemple' });
  const token = new URL(linkIn(await mailTo(account.email, 'verification'))).searchParams.get('token') ?? '';
  const answer = await api.get('/api/auth/verify-email', { params: { token } });
  expect(answer.ok(), await answer.text()).toBe(true);
  await api.dispose();
  return account;
}

/** Returns the link in the QR code of a new invitation. */
export async function invitationLink({ api, competitionId }: Prepared): Promise<string> {
  const answer = await api.get(`/api/competition/${competitionId}/referee/invitation`);
  return `${home()}/referee/invitation?token=${(await answer.json()).token}`;
}

/** Returns the link in an invitation by mail. */
export async function mailedInvitationLink({ api, competitionId }: Prepared, email: string): Promise<string> {
  await send(api, 'post', '/api/competition/referee', { competition_id: competitionId, email });
  return linkIn(await mailTo(email, 'invitation_referee'));
}

/** Creates an account with a role in a competition, by an invitation. */
export async function prepareMember(prepared: Prepared, role: Role, first_name = 'Alix'): Promise<Account> {
  const { api, competitionId } = prepared;
  const account = newAccount();
  const token = new URL(await mailedInvitationLink(prepared, account.email)).searchParams.get('token') ?? '';
  const own = await request.newContext({ baseURL: home() });
  const acceptance = { token, ...account, first_name, last_name: 'Exemple' };
  await send(own, 'post', '/api/invitation/accept-unauthenticated', acceptance);
  await own.dispose();
  const { users } = await (await api.get(`/api/competition/${competitionId}/users`)).json();
  const { id } = users.find(({ email }: { email: string }) => email === account.email);
  await send(api, 'put', `/api/competition/${competitionId}/users/role`, { user_id: id, role });
  return account;
}

async function send(api: APIRequestContext, method: 'put' | 'post', path: string, data: object) {
  const answer = await api[method](path, { data });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/** Records a run for each of these bib numbers, with fewer doors each time. */
export async function recordRuns({ api, competitionId, zoneId }: Prepared, dossards: readonly number[]): Promise<void> {
  for (const [index, dossard] of dossards.entries()) {
    const doors = Object.fromEntries([1, 2, 3, 4, 5, 6].map((door) => [`door${door}`, door <= 5 - index]));
    await send(api, 'post', '/api/run', {
      submission_id: `prepared-${competitionId}-${index}-${dossard}`,
      competition_id: competitionId,
      zone_id: zoneId,
      dossard,
      ...doors,
      penality: index,
      chrono_sec: 61.5 + index,
      recorded_at: new Date().toISOString(),
    });
  }
}

/** Reads the runs of a rider from the server. */
export async function runsOf({ api, competitionId }: Prepared, dossard: number): Promise<{ points: number }[]> {
  const answer = await api.get(`/api/competition/${competitionId}/participant/${dossard}/runs`);
  return (await answer.json()).runs;
}
