import '@fastify/cookie'; // for the types of setCookie and clearCookie
import type { FastifyReply } from 'fastify';
import { sessionDays } from '../access/session.store.ts';

export const sessionCookie = 'session';

/** Gives the browser its session: out of reach of scripts, and only over https when it or the public address is https. */
export function setSessionCookie(reply: FastifyReply, token: string, publicUrl: string): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(reply, publicUrl),
    maxAge: sessionDays * 86_400,
  });
}

/** Whether a cookie of this answer may never be sent over http. */
export const isSecure = (reply: FastifyReply, publicUrl: string): boolean =>
  publicUrl.startsWith('https:') || reply.request.protocol === 'https';

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' });
}
