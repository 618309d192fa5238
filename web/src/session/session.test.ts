import { listPublicCompetitions } from '@dossard/contract/competitions/competition.endpoints.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../paraglide/messages.js', () => ({ m: new Proxy({}, { get: (_, key) => () => String(key) }) }));
vi.mock('@dossard/contract/language/locale.ts', () => ({ getLocale: () => 'en' }));

/** A minimal storage, as the session uses it. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  };
}

/** The calls that were made, and the statuses of the server's next answers. */
let calls: string[];
let answers: number[];
let credentials: (string | undefined)[];
const email = 'alix@dossard.test';
const profile = {
  email,
  email_verified: true,
  account_status: 'active',
  first_name: 'Alix',
  last_name: 'Exemple',
  language: 'fr',
  global_permissions: [],
};

/** Loads the module again, as in a newly opened page. */
const openPage = async () => {
  vi.resetModules();
  const session = await import('./session.ts');
  session.startSession({ giveUp: () => {}, reload: () => {} });
  return { ...session, ...(await import('./session.store.ts')), ...(await import('./sign.in.ts')) };
};

beforeEach(() => {
  calls = [];
  answers = [];
  credentials = [];
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('window', { location: new URL('http://dossard.test/competitions'), addEventListener: () => {} });
  vi.stubGlobal('fetch', async (address: string, { method, credentials: sent }: RequestInit) => {
    calls.push(`${method} ${address}`);
    credentials.push(sent);
    const status = answers.shift() ?? (address === '/api/logout' ? 204 : 200);
    if (status === 0) throw new TypeError('Failed to fetch');
    if (status === 204) return new Response(null, { status });
    return Response.json(status === 200 ? profile : { code: 'x', message: 'x', request_id: 'x' }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const marker = () => sessionStorage.getItem('explicitAuthSet');
const signedIn = expect.objectContaining({ signedIn: true, loading: false });
const signedOut = expect.objectContaining({ signedIn: false, loading: false });

describe('the check of the session', () => {
  it.each(['/login', '/register', '/forgot-password'])('is not asked on %s', async (path) => {
    const { checkSession } = await openPage();
    expect([await checkSession(path), calls]).toEqual([signedOut, []]);
  });

  it('is skipped while the browser session is marked', async () => {
    sessionStorage.setItem('explicitAuthSet', 'true');
    const { checkSession } = await openPage();
    expect([await checkSession('/referee/invitation'), calls]).toEqual([signedIn, []]);
  });

  it.each([
    ['a success', 200, signedIn],
    ['a 401', 401, signedOut],
    ['any other refusal', 403, signedIn],
  ])('is decided by the profile: %s', async (_, status, expected) => {
    answers = [status];
    const { checkSession } = await openPage();
    expect([await checkSession('/profile'), calls]).toEqual([expected, ['GET /api/user/profile']]);
  });

  it('is made once', async () => {
    answers = [401];
    const { checkSession } = await openPage();
    await checkSession('/profile');
    expect([await checkSession('/profile'), calls.length]).toEqual([signedOut, 1]);
  });

  it('signs out after an unexpected exception', async () => {
    const { checkSession } = await openPage();
    const broken = () => Promise.reject(new TypeError('not a failure of the call'));
    expect(await checkSession('/profile', broken)).toEqual(signedOut);
  });

  it.each([500, 403, 200])(
    'is repeated by the next page of an unknown reader after an answer of %i',
    async (status) => {
      vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
        calls.push(`${method} ${address}`);
        return new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });
      });
      vi.useFakeTimers();
      const { checkSession } = await openPage();
      const first = checkSession('/profile');
      await vi.runAllTimersAsync();
      expect([await first, marker()]).toEqual([signedIn, null]);
      calls = [];
      const second = checkSession('/competitions');
      await vi.runAllTimersAsync();
      await second;
      expect(calls[0]).toBe('GET /api/user/profile');
      vi.useRealTimers();
    },
  );
});

describe('a session', () => {
  it('begins with a sign-in, and is marked', async () => {
    const { signIn, checkSession, knownUser } = await openPage();
    await signIn({ email, password: 'Trial-2027' });
    expect([marker(), knownUser()]).toEqual(['true', email]);
    expect([await checkSession('/profile'), calls]).toEqual([signedIn, ['PUT /api/login']]);
  });

  it('started by another call counts as a sign-in, without a check', async () => {
    answers = [401];
    const { noteSignedIn, checkSession, knownUser } = await openPage();
    expect(await checkSession('/referee/invitation')).toEqual(signedOut);
    noteSignedIn(email);
    expect([marker(), knownUser()]).toEqual(['true', email]);
    expect([await checkSession('/competitions'), calls]).toEqual([signedIn, ['GET /api/user/profile']]);
  });

  it('ends here and on the server', async () => {
    const { noteSignedIn, signOut, checkSession, knownUser } = await openPage();
    noteSignedIn(email);
    sessionStorage.setItem('kept-in-this-tab', 'a code');
    await signOut();
    expect(sessionStorage.getItem('kept-in-this-tab')).toBeNull();
    expect([marker(), knownUser(), await checkSession('/competitions')]).toEqual([null, '', signedOut]);
    expect(calls).toEqual(['POST /api/logout']);
  });
});

describe.each([
  ['without network', 0],
  ['while the server fails', 500],
  ['behind a portal that answers everything', 200],
])('a sign-out %s', (_, status) => {
  it('ends here immediately, and its sign-out survives a reload', async () => {
    const before = await openPage();
    before.noteSignedIn(email);
    answers = [status];
    await before.signOut();
    expect([marker(), before.knownUser()]).toEqual([null, '']);
    answers = [status];
    const after = await openPage();
    expect(await after.checkSession('/competitions')).toEqual(signedOut);
    expect(calls).toEqual(['POST /api/logout', 'POST /api/logout']);
  });

  it('is signed out before any other call when the server is back', async () => {
    const { noteSignedIn, signOut } = await openPage();
    noteSignedIn(email);
    answers = [status];
    await signOut();
    calls = [];
    const { checkSession } = await openPage();
    answers = [204, 401];
    expect(await checkSession('/competitions')).toEqual(signedOut);
    expect(calls).toEqual(['POST /api/logout', 'GET /api/user/profile']);
  });

  it('is not used for any call meanwhile', async () => {
    const { noteSignedIn, signOut } = await openPage();
    noteSignedIn(email);
    answers = [status];
    await signOut();
    answers = [status, 200];
    await (await import('../api/client.ts')).callApi(listPublicCompetitions, {});
    expect(credentials.at(-1)).toBe('omit');
  });

  it('is replaced by the next sign-in', async () => {
    const { noteSignedIn, signOut, signIn } = await openPage();
    noteSignedIn(email);
    answers = [status];
    await signOut();
    calls = [];
    answers = [status, 200];
    await signIn({ email, password: 'Trial-2027' });
    expect([calls, credentials.at(-1)]).toEqual([['POST /api/logout', 'PUT /api/login'], 'same-origin']);
    calls = [];
    await (await import('../api/client.ts')).callApi(listPublicCompetitions, {});
    expect([calls, credentials.at(-1)]).toEqual([['GET /api/competitions/public'], 'same-origin']);
  });
});
