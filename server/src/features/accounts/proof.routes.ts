import * as endpoints from '@dossard/contract/accounts/factor.endpoints.ts';
import { findUserByEmail, getCaller } from '../../access/account.store.ts';
import { recordProof } from '../../access/session.store.ts';
import { withoutSession, writeTo } from '../../audit/write.ts';
import { sessionCookie } from '../../http/input/session.cookie.ts';
import type { Routes } from '../../http/routes/route.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { describeProfile } from '../../http/who/permission.ts';
import { signInOn } from '../../http/who/sign.in.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { describePasskeys, redeemPasskey } from './passkey.actions.ts';
import { checkOwnPassword } from './password.actions.ts';
import { countCode, secretKeyOf } from './second.factor.ts';

/** What a factor is good for: sign-in with a passkey, and proof that the owner is there before a delicate change. */
export function proofRoutes({ route, parts }: Routes): void {
  const { db, publicUrl } = parts;
  const key = () => secretKeyOf(parts);

  route(endpoints.proveIdentity, async ({ body, caller, now, request, ...call }) => {
    const { current_password, code, credential } = body;
    if (credential) {
      const shown = { key: key(), credential, request, publicUrl, now };
      await call.write(async (write) => void (await redeemPasskey(write, shown, caller.id)));
    } else if (code !== undefined) {
      const user = await findUserByEmail(db, caller.email);
      if (!user) throw new Refusal('not_authenticated');
      await countCode(parts, request, user, code);
    } else {
      await countAttempt(parts, request, 'login', caller.email, () =>
        checkOwnPassword(db, caller, current_password ?? ''),
      );
    }
    await recordProof(db, request.cookies[sessionCookie] ?? '', now);
  });

  route(endpoints.getPasskeyOptions, async ({ now, request }) => ({
    options: { ...(await describePasskeys(key(), { request, publicUrl, now })) },
  }));

  route(endpoints.loginWithPasskey, async ({ body, now, request, reply }) => {
    const shown = { key: key(), credential: body.credential, request, publicUrl, now };
    const userId = await writeTo(db, withoutSession(now), (write) => redeemPasskey(write, shown));
    const caller = await getCaller(db, userId);
    if (!caller.email_verified && caller.account_status === 'active') throw new Refusal('email_not_verified');
    await signInOn(request, reply, { userId, refusal: 'wrong_passkey' }, parts);
    return describeProfile(parts, caller);
  });
}
