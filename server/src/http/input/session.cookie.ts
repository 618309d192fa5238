import '@fastify/cookie'; // for the types of setCookie and clearCookie
import type { FastifyReply } from 'fastify';
import { sessionDays } from '../../access/session.store.ts';

export const sessionCookie = 'session';

/** Sets the session cookie: hidden from scripts, and https-only when the request or the public address uses https. */
export function setSessionCookie(reply: FastifyReply, token: string, publicUrl: string): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(reply, publicUrl),
    maxAge: sessionDays * 86_400,
  });
}

/** Whether cookies of this answer are https-only. */
export const isSecure = (reply: FastifyReply, publicUrl: string): boolean =>
  publicUrl.startsWith('https:') || reply.request.protocol === 'https';

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' });
}

/** The cookie of a judge with a link, beside that of a session (U2). */
export const judgeCookie = 'judge';

/** Sets the judge's cookie until runs are no longer taken after the link's end. */
export function setJudgeCookie(reply: FastifyReply, token: string, publicUrl: string, until: Date): void {
  reply.setCookie(judgeCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(reply, publicUrl),
    expires: until,
  });
}

export function clearJudgeCookie(reply: FastifyReply): void {
  reply.clearCookie(judgeCookie, { path: '/' });
}
