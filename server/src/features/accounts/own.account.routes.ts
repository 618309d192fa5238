import { changePassword, updateProfile } from '@dossard/contract/accounts/account.endpoints.ts';
import * as security from '@dossard/contract/accounts/security.endpoints.ts';
import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { confirm } from '@dossard/contract/calls/confirmations.ts';
import { changeUser, getCaller, lockCaller } from '../../access/account.store.ts';
import { endSessionOf, listSessionsOf } from '../../access/session.store.ts';
import { logSecurityAction } from '../../audit/security.log.ts';
import { clearSessionCookie, sessionCookie } from '../../http/input/session.cookie.ts';
import type { Routes } from '../../http/routes/route.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { describeProfile } from '../../http/who/permission.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { getAccountData } from './account.data.ts';
import { deleteAccount as deleteOwnAccount } from './deletion.actions.ts';
import { checkOwnPassword, prepareChange, setPassword } from './password.actions.ts';

/** What the owner of an account does with it once signed in: profile, password, sessions, export and deletion. */
export function ownAccountRoutes({ route, writeRoute, parts }: Routes): void {
  const { db } = parts;

  route(getProfile, async ({ caller, request }) => describeProfile(parts, caller, request.rights));

  writeRoute(updateProfile, async (write, { body, caller }) => {
    await changeUser(write, await lockCaller(write.tx, caller), body);
    return describeProfile(parts, await getCaller(write.tx, caller.id));
  });

  route(changePassword, async ({ body, caller, language, request, ...call }) => {
    const { checkedHash, password_hash } = await countAttempt(parts, request, 'login', caller.email, () =>
      prepareChange(db, caller, body),
    );
    return call.write(async (write) => {
      const user = await lockCaller(write.tx, caller, checkedHash);
      await setPassword(write, user, password_hash, request.cookies[sessionCookie]);
      return confirm('password_changed', language);
    });
  });

  route(security.listSessions, async ({ caller, now, request }) => ({
    sessions: await listSessionsOf(db, caller.id, request.cookies[sessionCookie] ?? '', now),
  }));

  writeRoute(security.endSession, async (write, { caller, params }) => {
    if (!(await endSessionOf(write.tx, caller.id, params.session))) throw new Refusal('session_not_found');
    await logSecurityAction(write.tx, write, 'session_ended', { subject_id: caller.id });
  });

  route(security.exportAccount, async ({ caller, now }) => {
    await logSecurityAction(db, { actor_id: caller.id, now }, 'personal_data_exported', { subject_id: caller.id });
    return getAccountData(db, caller.id, now);
  });

  route(security.deleteAccount, async ({ body, caller, request, reply, ...call }) => {
    const checkedHash = await countAttempt(parts, request, 'login', caller.email, () =>
      checkOwnPassword(db, caller, body.current_password),
    );
    await call.write(async (write) => deleteOwnAccount(write, await lockCaller(write.tx, caller, checkedHash)));
    clearSessionCookie(reply);
  });
}
