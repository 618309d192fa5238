import { admin } from '@dossard/testbed/product/product.ts';
import { type Cookie, expect, request } from '@playwright/test';

/* Sessions opened by an API call: the form would take a second of each journey, and a few journeys cover it. */

const shared = new Map<string, Promise<Cookie[]>>();

/** Returns the session of the first account on a server, opened once in this process. */
export function sharedCookies(url: string): Promise<Cookie[]> {
  const opened = shared.get(url) ?? newCookies(url, admin);
  shared.set(url, opened);
  return opened;
}

/** Opens a session of an account. */
export async function newCookies(url: string, account: typeof admin): Promise<Cookie[]> {
  const api = await request.newContext({ baseURL: url });
  const answer = await api.put('/api/login', { data: account });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { cookies } = await api.storageState();
  await api.dispose();
  return cookies;
}
