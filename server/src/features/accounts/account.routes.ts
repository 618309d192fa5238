import {
  changePassword,
  forgotPassword,
  login,
  register,
  resendVerification,
  updateProfile,
  verifyEmail,
} from '@dossard/contract/accounts/account.endpoints.ts';
import {
  deleteAccount,
  endSession as endSessionById,
  exportAccount,
  listSessions,
} from '@dossard/contract/accounts/security.endpoints.ts';
import { getProfile, logout } from '@dossard/contract/accounts/session.endpoints.ts';
import { confirm } from '@dossard/contract/calls/confirmations.ts';
import type { FastifyInstance } from 'fastify';
import { type Caller, changeUser, getCaller, lockCaller } from '../../access/account.store.ts';
import { hashPassword } from '../../access/password.ts';
import { endSession, endSessionOf, findSession, listSessionsOf } from '../../access/session.store.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import { withoutSession, writeTo } from '../../audit/write.ts';
import { clearSessionCookie, sessionCookie } from '../../http/input/session.cookie.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { inConstantTime } from '../../http/turns/constant.time.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { mayCreateCompetitions } from '../../http/who/permission.ts';
import { placeOf, signInOn } from '../../http/who/sign.in.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { getAccountData } from './account.data.ts';
import { deleteAccount as deleteOwnAccount } from './deletion.actions.ts';
import {
  adoptMailedPassword,
  checkOwnPassword,
  findByPassword,
  mailPassword,
  prepareChange,
  preparePassword,
  setPassword,
} from './password.actions.ts';
import { mailVerificationAgain, registerAccount, verifyAddress } from './registration.actions.ts';
import { checkSecondFactor } from './second.factor.ts';

export function accountRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, publicUrl } = parts;

  const asProfile = (caller: Caller, rights?: { must_set_up: boolean } | null) => ({
    ...caller,
    can_create_competitions: mayCreateCompetitions(caller, parts),
    ...(rights?.must_set_up && { factor_setup_required: true as const }),
  });

  /** Runs work that may enqueue a mail, in constant time, so that timing does not reveal whether it did. */
  const mailing = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
    inConstantTime(async () => {
      const answer = await work();
      parts.wakePostman();
      return answer;
    });

  route(app, parts, login, async ({ body, now, request, reply }) => {
    const match = await findByPassword(db, body.email, body.password, now);
    if (!match) throw new Refusal('invalid_credentials');
    const { user, by, hash: checkedHash } = match;
    if (by === 'waiting') throw new Refusal('email_not_verified');
    await checkSecondFactor(parts, request, user, body);
    if (by === 'mailed') await writeTo(db, withoutSession(now), (write) => adoptMailedPassword(write, user));
    const caller = await getCaller(db, user.id);
    if (!caller.email_verified && caller.account_status === 'active') throw new Refusal('email_not_verified');
    return asProfile(
      caller,
      await signInOn(request, reply, { userId: user.id, checkedHash, refusal: 'invalid_credentials' }, parts),
    );
  });

  route(app, parts, logout, async ({ request, reply }) => {
    const token = request.cookies[sessionCookie];
    if (token) await endSession(db, token);
    clearSessionCookie(reply);
  });

  route(app, parts, register, ({ body, language, ...call }) =>
    mailing(async () => {
      const password_hash = await hashPassword(body.password);
      return call.write(async (write) => {
        await registerAccount(write, body, { password_hash, language }, publicUrl);
        return confirm('registered', language);
      });
    }),
  );

  route(app, parts, resendVerification, ({ body, language, request, now, ...call }) =>
    mailing(async () => {
      const token = request.cookies[sessionCookie];
      const reader = token ? await findSession(db, token, now, () => placeOf(request)) : undefined;
      return call.write(async (write) => {
        await mailVerificationAgain(write, body.email, publicUrl, reader?.caller.id);
        return confirm('verification_sent', language);
      });
    }),
  );

  route(app, parts, verifyEmail, async ({ query, language, now }) => {
    await writeTo(db, withoutSession(now), (write) => verifyAddress(write, query.token));
    return confirm('email_verified', language);
  });

  route(app, parts, forgotPassword, ({ body, language, ...call }) =>
    mailing(async () => {
      const prepared = await preparePassword();
      return call.write(async (write) => {
        await mailPassword(write, body.email, prepared);
        return confirm('password_sent', language);
      });
    }),
  );

  route(app, parts, changePassword, async ({ body, caller, language, request, ...call }) => {
    const { checkedHash, password_hash } = await countAttempt(parts, request, 'login', caller.email, () =>
      prepareChange(db, caller, body),
    );
    const answer = await call.write(async (write) => {
      const user = await lockCaller(write.tx, caller, checkedHash);
      await setPassword(write, user, password_hash, request.cookies[sessionCookie]);
      return confirm('password_changed', language);
    });
    parts.wakePostman();
    return answer;
  });

  route(app, parts, listSessions, async ({ caller, now, request }) => ({
    sessions: await listSessionsOf(db, caller.id, request.cookies[sessionCookie] ?? '', now),
  }));

  route(app, parts, endSessionById, ({ caller, params, ...call }) =>
    call.write(async (write) => {
      if (!(await endSessionOf(write.tx, caller.id, params.session))) throw new Refusal('session_not_found');
      await logSecurityAction(write.tx, write, 'session_ended', { subject_id: caller.id });
    }),
  );

  route(app, parts, exportAccount, async ({ caller, now }) => {
    await logSecurityAction(db, { actor_id: caller.id, now }, 'personal_data_exported', { subject_id: caller.id });
    return getAccountData(db, caller.id, now);
  });

  route(app, parts, deleteAccount, async ({ body, caller, request, reply, ...call }) => {
    const checkedHash = await countAttempt(parts, request, 'login', caller.email, () =>
      checkOwnPassword(db, caller, body.current_password),
    );
    await call.write(async (write) => deleteOwnAccount(write, await lockCaller(write.tx, caller, checkedHash)));
    clearSessionCookie(reply);
    parts.wakePostman();
  });

  route(app, parts, getProfile, async ({ caller, request }) => asProfile(caller, request.rights));

  route(app, parts, updateProfile, ({ body, caller, ...call }) =>
    call.write(async (write) => {
      await changeUser(write, await lockCaller(write.tx, caller), body);
      return asProfile(await getCaller(write.tx, caller.id));
    }),
  );
}
