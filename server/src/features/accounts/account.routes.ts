import {
  changePassword,
  forgotPassword,
  getProfile,
  login,
  logout,
  register,
  resendVerification,
  updateProfile,
  verifyEmail,
} from '@dossard/contract/accounts/account.endpoints.ts';
import { sayDone } from '@dossard/contract/confirmations.ts';
import type { FastifyInstance } from 'fastify';
import { atEvenPace } from '../../http/even.pace.ts';
import { Refusal } from '../../http/refusal.ts';
import { route } from '../../http/route.ts';
import { clearSessionCookie, sessionCookie, setSessionCookie } from '../../http/session.cookie.ts';
import type { Parts } from '../../parts.ts';
import { changeUser, getCaller, lockUserByEmail } from './account.store.ts';
import {
  adoptMailedPassword,
  findByPassword,
  mailPassword,
  prepareChange,
  preparePassword,
  setPassword,
} from './password.actions.ts';
import { hashPassword } from './password.ts';
import { mailVerificationAgain, registerAccount, verifyAddress } from './registration.actions.ts';
import { endSession, startSession } from './session.store.ts';

export function accountRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, publicUrl } = parts;

  route(app, parts, login, async ({ body, now, reply }) => {
    const match = await findByPassword(db, body.email, body.password, now);
    if (!match) throw new Refusal('invalid_credentials');
    const { user, isMailed } = match;
    if (isMailed) await db.transaction((tx) => adoptMailedPassword(tx, user, now));
    const caller = await getCaller(db, user.id);
    if (!caller.email_verified && caller.account_status === 'active') throw new Refusal('email_not_verified');
    setSessionCookie(reply, await startSession(db, user.id, now), publicUrl);
    return caller;
  });

  route(app, parts, logout, async ({ request, reply }) => {
    const token = request.cookies[sessionCookie];
    if (token) await endSession(db, token);
    clearSessionCookie(reply);
  });

  route(app, parts, register, ({ body, language, now, write }) =>
    atEvenPace(async () => {
      const password_hash = await hashPassword(body.password);
      const answer = await write(async (tx) => {
        await registerAccount(tx, body, { password_hash, language }, { now, publicUrl });
        return sayDone('registered', language);
      });
      parts.wakePostman();
      return answer;
    }),
  );

  route(app, parts, resendVerification, ({ body, language, now, write }) =>
    atEvenPace(async () => {
      const answer = await write(async (tx) => {
        await mailVerificationAgain(tx, body.email, { now, publicUrl });
        return sayDone('verification_sent', language);
      });
      parts.wakePostman();
      return answer;
    }),
  );

  route(app, parts, verifyEmail, async ({ query, language, now }) => {
    await db.transaction((tx) => verifyAddress(tx, query.token, now));
    return sayDone('email_verified', language);
  });

  route(app, parts, forgotPassword, ({ body, language, now, write }) =>
    atEvenPace(async () => {
      const prepared = await preparePassword();
      const answer = await write(async (tx) => {
        await mailPassword(tx, body.email, prepared, now);
        return sayDone('password_sent', language);
      });
      parts.wakePostman();
      return answer;
    }),
  );

  route(app, parts, changePassword, async ({ body, caller, language, request, write }) => {
    await parts.limits?.countPassword(caller.email);
    const password_hash = await prepareChange(db, caller, body);
    return write(async (tx) => {
      const user = await lockUserByEmail(tx, caller.email);
      if (!user) throw new Refusal('not_authenticated');
      await setPassword(tx, user, password_hash, caller.id, request.cookies[sessionCookie]);
      return sayDone('password_changed', language);
    });
  });

  route(app, parts, getProfile, async ({ caller }) => caller);

  route(app, parts, updateProfile, ({ body, caller, write }) =>
    write(async (tx) => {
      const user = await lockUserByEmail(tx, caller.email);
      if (!user) throw new Refusal('not_authenticated');
      await changeUser(tx, user, body, caller.id);
      return getCaller(tx, caller.id);
    }),
  );
}
