import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

vi.mock('../paraglide/messages.js', () => ({ m: new Proxy({}, { get: (_, key) => () => String(key) }) }));
vi.mock('../paraglide/runtime.js', () => ({ getLocale: () => 'en' }));

/** A browser's storage, as far as the session uses it. */
function storage() {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

/** The calls that were made, and the statuses that the server answers next. */
let calls: string[];
let answers: number[];
const email = 'alix@dossard.test';

/** The session as a page that was just opened has it. */
const openPage = async () => {
  vi.resetModules();
  return { ...(await import('./session.ts')), ...(await import('./session.keeper.ts')) };
};

beforeEach(() => {
  calls = [];
  answers = [];
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('window', { location: new URL('http://dossard.test/competitions') });
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    calls.push(`${method} ${address}`);
    const status = answers.shift() ?? 200;
    return Response.json(status === 200 ? { email } : { code: 'x', message: 'x', request_id: 'x' }, { status });
  });
});
afterEach(() => vi.unstubAllGlobals());

const marker = () => sessionStorage.getItem('explicitAuthSet');
const signedIn = expect.objectContaining({ signedIn: true, loading: false });
const signedOut = expect.objectContaining({ signedIn: false, loading: false });

describe('who is here (spec §4)', () => {
  it.each(['/login', '/register', '/forgot-password'])('is not asked on %s', async (path) => {
    const { checkSession } = await openPage();
    expect([await checkSession(path), calls]).toEqual([signedOut, []]);
  });

  it('is not asked while the marker of the browser session is there', async () => {
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

  it('is asked once', async () => {
    answers = [401];
    const { checkSession } = await openPage();
    await checkSession('/profile');
    expect([await checkSession('/profile'), calls.length]).toEqual([signedOut, 1]);
  });

  it('is nobody after something unexpected', async () => {
    vi.stubGlobal('fetch', async () => new Response());
    const { checkSession } = await openPage();
    expect(await checkSession('/profile')).toEqual(signedOut);
  });
});

describe('a session', () => {
  it('begins with a sign-in, and is marked', async () => {
    const { signIn, checkSession, knownUser } = await openPage();
    await signIn({ email, password: 'Trial-2027' });
    expect([marker(), knownUser()]).toEqual(['true', email]);
    expect([await checkSession('/profile'), calls]).toEqual([signedIn, ['PUT /api/login']]);
  });

  it('that another call brought counts as a sign-in: nobody is asked', async () => {
    answers = [401];
    const { noteSignedIn, checkSession, knownUser } = await openPage();
    expect(await checkSession('/referee/invitation')).toEqual(signedOut);
    noteSignedIn(email);
    expect([marker(), knownUser()]).toEqual(['true', email]);
    expect([await checkSession('/competitions'), calls]).toEqual([signedIn, ['GET /api/user/profile']]);
  });

  it('ends on this device whatever the server says', async () => {
    const { noteSignedIn, signOut, checkSession, knownUser } = await openPage();
    noteSignedIn(email);
    answers = [400];
    await expect(signOut()).rejects.toThrow();
    expect([marker(), knownUser(), await checkSession('/competitions')]).toEqual([null, '', signedOut]);
  });
});
