import * as endpoints from '@dossard/contract/accounts/account.endpoints.ts';
import { logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { confirm } from '@dossard/contract/calls/confirmations.ts';
import { getCaller } from '../../access/account.store.ts';
import { forgetJudge } from '../../access/judge.access.ts';
import { hashPassword } from '../../access/password.ts';
import { endSession, findSession } from '../../access/session.store.ts';
import { withoutSession, writeTo } from '../../audit/write.ts';
import { clearJudgeCookie, clearSessionCookie, judgeCookie, sessionCookie } from '../../http/input/session.cookie.ts';
import type { Routes } from '../../http/routes/route.ts';
import { inConstantTime } from '../../http/turns/constant.time.ts';
import { describeProfile } from '../../http/who/permission.ts';
import { placeOf, signInOn } from '../../http/who/sign.in.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { adoptMailedPassword, findByPassword, mailPassword, preparePassword } from './password.actions.ts';
import { mailVerificationAgain, registerAccount, verifyAddress } from './registration.actions.ts';
import { checkSecondFactor } from './second.factor.ts';

/** The way into an account: registration, verification, sign-in and a forgotten password. */
export function accountRoutes({ route, writeRoute, parts }: Routes): void {
  const { db, publicUrl } = parts;

  route(endpoints.login, async ({ body, now, request, reply }) => {
    const match = await findByPassword(db, body.email, body.password, now);
    if (!match) throw new Refusal('invalid_credentials');
    const { user, by, hash: checkedHash } = match;
    if (by === 'waiting') throw new Refusal('email_not_verified');
    await checkSecondFactor(parts, request, user, body);
    if (by === 'mailed') await writeTo(db, withoutSession(now), (write) => adoptMailedPassword(write, user));
    const caller = await getCaller(db, user.id);
    if (!caller.email_verified && caller.account_status === 'active') throw new Refusal('email_not_verified');
    return describeProfile(
      parts,
      caller,
      await signInOn(request, reply, { userId: user.id, checkedHash, refusal: 'invalid_credentials' }, parts),
    );
  });

  route(logout, async ({ request, reply }) => {
    const { [sessionCookie]: token, [judgeCookie]: ofJudge } = request.cookies;
    if (token) await endSession(db, token);
    clearSessionCookie(reply);
    // Somebody who signs out stays the judge of a link on this phone, until they end that too.
    if (token || !ofJudge) return;
    await forgetJudge(db, ofJudge);
    clearJudgeCookie(reply);
  });

  route(endpoints.register, ({ body, language, ...call }) =>
    // Constant time, so that timing does not reveal whether a mail is sent.
    inConstantTime(async () => {
      const password_hash = await hashPassword(body.password);
      return call.write(async (write) => {
        await registerAccount(write, body, { password_hash, language }, publicUrl);
        return confirm('registered', language);
      });
    }),
  );

  route(endpoints.resendVerification, ({ body, language, request, now, ...call }) =>
    inConstantTime(async () => {
      const token = request.cookies[sessionCookie];
      const reader = token ? await findSession(db, token, now, () => placeOf(request)) : undefined;
      return call.write(async (write) => {
        await mailVerificationAgain(write, body.email, publicUrl, reader?.caller.id);
        return confirm('verification_sent', language);
      });
    }),
  );

  writeRoute(endpoints.verifyEmail, async (write, { query, language }) => {
    await verifyAddress(write, query.token);
    return confirm('email_verified', language);
  });

  route(endpoints.forgotPassword, ({ body, language, ...call }) =>
    inConstantTime(async () => {
      const prepared = await preparePassword();
      return call.write(async (write) => {
        await mailPassword(write, body.email, prepared);
        return confirm('password_sent', language);
      });
    }),
  );
}
