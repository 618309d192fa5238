import { getProfile, login, logout } from '@dossard/contract/accounts/account.endpoints.ts';
import type { Credentials } from '@dossard/contract/accounts/account.schema.ts';
import { callApi } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';

/*
 * Whether somebody is signed in on this device (spec §4): a flag that starts false and a loading flag that starts
 * true. The server decides what may be done; this only decides what is shown first.
 */

export interface Session {
  signedIn: boolean;
  loading: boolean;
}

/** Marks a browser session in which somebody signed in; while it is there, no check is made. */
const marker = 'explicitAuthSet';
/** Remembers on this device who signed in last and not out, so that public pages need not ask (decision 004). */
const hint = 'session-known';
const openPages = ['/login', '/register', '/forgot-password'];

let session: Session = { signedIn: false, loading: true };
/** Whether what `session` says was found out, and not only assumed on a page that asks nobody. */
let known = false;

/** Takes note of who is signed in, by e-mail address; null when nobody is. */
function remember(email: string | null): void {
  if (email !== null) {
    sessionStorage.setItem(marker, 'true');
    localStorage.setItem(hint, email);
  } else {
    sessionStorage.removeItem(marker);
    localStorage.removeItem(hint);
  }
  known = true;
  session = { signedIn: email !== null, loading: false };
}

export const isSessionKnown = (): boolean => localStorage.getItem(hint) !== null;

/** Who uses this device, as far as it knows: what a referee keeps on a shared phone belongs to one account. */
export const knownUser = (): string => localStorage.getItem(hint) ?? '';

/**
 * Finds out who is here, before a guarded page shows (spec §4): any success means signed in, a 401 signed out, any
 * other failure still signed in.
 */
export async function checkSession(pathname: string): Promise<Session> {
  if (openPages.includes(pathname)) session = { ...session, loading: false };
  else if (sessionStorage.getItem(marker) !== null) session = { signedIn: true, loading: false };
  else if (!known) remember(await askServer());
  return session;
}

async function askServer(): Promise<string | null> {
  try {
    return (await callApi(getProfile, {})).email;
  } catch (error) {
    return error instanceof Failure && error.status !== 401 ? knownUser() : null;
  }
}

/** Signs in. Throws a `Failure`. */
export async function signIn(credentials: Credentials): Promise<void> {
  remember((await callApi(login, { body: credentials })).email);
}

/** Takes note of a session that another call than the sign-in brought, by the e-mail address of its account. */
export function noteSignedIn(email: string): void {
  remember(email);
}

/** Signs out on the server, and on this device whatever the server says. */
export async function signOut(): Promise<void> {
  try {
    await callApi(logout, {});
  } finally {
    remember(null);
  }
}

/** Forgets the session on this device, after the server said that it ended. */
export function forgetSession(): void {
  sessionStorage.removeItem(marker);
  localStorage.removeItem(hint);
  known = false;
  session = { signedIn: false, loading: true };
}
