import { getProfile, login, logout } from '@dossard/contract/accounts/account.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { clearSessionCookie, sessionCookie, setSessionCookie } from '../../http/session.cookie.ts';
import type { Parts } from '../../parts.ts';
import { findUserByEmail, listGlobalPermissions } from './account.store.ts';
import { isPassword } from './password.ts';
import { endSession, startSession } from './session.store.ts';

export function accountRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, publicUrl } = parts;

  route(app, parts, login, async ({ body, now, reply }) => {
    const user = await findUserByEmail(db, body.email);
    const right = await isPassword(body.password, user?.password_hash);
    if (!user || !right) throw new Refusal('invalid_credentials');
    const verified = user.email_verified_at !== null;
    if (!verified && user.account_status === 'active') throw new Refusal('email_not_verified');
    setSessionCookie(reply, await startSession(db, user.id, now), publicUrl);
    return { ...user, email_verified: verified, global_permissions: await listGlobalPermissions(db, user.id) };
  });

  route(app, parts, logout, async ({ request, reply }) => {
    const token = request.cookies[sessionCookie];
    if (token) await endSession(db, token);
    clearSessionCookie(reply);
    return undefined;
  });

  route(app, parts, getProfile, async ({ caller }) => caller);
}
