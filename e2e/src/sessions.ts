import { admin } from '@dossard/testbed/product/product.ts';
import { type APIRequestContext, type Cookie, expect, request } from '@playwright/test';

/* Sessions opened by an API call: the form would take a second of each journey, and a few journeys cover it. */

const shared = new Map<string, Promise<Cookie[]>>();
const sharedCalls = new Map<string, Promise<APIRequestContext>>();

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

/**
 * Returns the first account's calls to a server, opened once in this process: Playwright starts and stops a trace of each
 * one that is open in every test.
 */
export function sharedApi(url: string): Promise<APIRequestContext> {
  const opened = sharedCalls.get(url) ?? newApi(url);
  sharedCalls.set(url, opened);
  return opened;
}

async function newApi(url: string): Promise<APIRequestContext> {
  return request.newContext({
    baseURL: url,
    extraHTTPHeaders: { 'accept-language': 'fr' },
    storageState: { cookies: await sharedCookies(url), origins: [] },
  });
}
