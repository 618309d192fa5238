import '@fastify/cookie'; // for the types of setCookie and clearCookie
import type { FastifyReply } from 'fastify';
import { sessionDays } from '../access/session.store.ts';

export const sessionCookie = 'session';

/** Gives the browser its session: out of reach of scripts, and only over https when the public address is https. */
export function setSessionCookie(reply: FastifyReply, token: string, publicUrl: string): void {
  reply.setCookie(sessionCookie, token, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
    maxAge: sessionDays * 86_400,
  });
}

export function clearSessionCookie(reply: FastifyReply): void {
  reply.clearCookie(sessionCookie, { path: '/' });
}
