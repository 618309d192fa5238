import '@fastify/cookie'; // for the types of setCookie and clearCookie
import type { FastifyReply } from 'fastify';
import { sessionDays } from '../../access/session.store.ts';

export const sessionCookie = 'session';

/** Sets a cookie that is hidden from scripts, and https-only when the request or the public address uses https. */
export function setHiddenCookie(
  reply: FastifyReply,
  publicUrl: string,
  {
    name,
    value,
    path = '/',
    ...until
  }: { name: string; value: string; path?: string; maxAge?: number; expires?: Date },
): void {
  const secure = publicUrl.startsWith('https:') || reply.request.protocol === 'https';
  reply.setCookie(name, value, { path, httpOnly: true, sameSite: 'lax', secure, ...until });
}

/** Sets the session cookie. */
export const setSessionCookie = (reply: FastifyReply, value: string, publicUrl: string): void =>
  setHiddenCookie(reply, publicUrl, { name: sessionCookie, value, maxAge: sessionDays * 86_400 });

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' });
}

/** The cookie of a judge with a link, beside that of a session (U2). */
export const judgeCookie = 'judge';

/** Sets the judge's cookie until runs are no longer taken after the link's end. */
export const setJudgeCookie = (reply: FastifyReply, value: string, publicUrl: string, expires: Date): void =>
  setHiddenCookie(reply, publicUrl, { name: judgeCookie, value, expires });

export function clearJudgeCookie(reply: FastifyReply): void {
  reply.clearCookie(judgeCookie, { path: '/' });
}
