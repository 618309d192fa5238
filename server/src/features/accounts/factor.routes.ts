import * as endpoints from '@dossard/contract/accounts/factor.endpoints.ts';
import type { FastifyInstance } from 'fastify';
import { type Caller, findUserByEmail, getCaller, lockCaller } from '../../access/account.store.ts';
import { isFactorRequired } from '../../access/factor.rule.ts';
import { getFactors, isProtected } from '../../access/factor.store.ts';
import { recordProof } from '../../access/session.store.ts';
import { type Write, withoutSession, writeTo } from '../../audit/write.ts';
import { sessionCookie } from '../../http/input/session.cookie.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/routes/route.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { mayCreateCompetitions } from '../../http/who/permission.ts';
import { signInOn } from '../../http/who/sign.in.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { confirmCodes, deleteCodes, startCodes } from './code.actions.ts';
import { addFactor, removeFactor } from './factor.changes.ts';
import { recordFactor } from './factor.log.ts';
import {
  createPasskey,
  deletePasskey,
  describeNewPasskey,
  describePasskeys,
  redeemPasskey,
} from './passkey.actions.ts';
import { checkOwnPassword } from './password.actions.ts';
import { prepareRecoveryCodes, storeRecoveryCodes } from './recovery.codes.ts';
import { countCode, secretKeyOf } from './second.factor.ts';

/* Not by `call.write`, which stores answers: secrets and recovery codes must not be stored. */

export function factorRoutes(app: FastifyInstance, parts: Parts): void {
  const { db, publicUrl } = parts;
  const key = () => secretKeyOf(parts);
  const by = ({ caller, now }: { caller: { id: number }; now: Date }) => ({
    ...{ competition_id: 0, actor_id: caller.id, now },
  });

  route(app, parts, endpoints.listFactors, async ({ caller }) => ({
    ...(await getFactors(db, caller.id)),
    required: await isFactorRequired(db, caller.id),
  }));

  route(app, parts, endpoints.startCodes, ({ caller, now }) =>
    writeTo(db, by({ caller, now }), async (write) => startCodes(write, key(), await lockCaller(write.tx, caller))),
  );

  route(app, parts, endpoints.confirmCodes, async ({ body, caller, now, request }) => {
    const recovery_codes = await countAttempt(parts, request, 'code', caller.email, () =>
      writeTo(db, by({ caller, now }), async (write) => {
        const user = await lockCaller(write.tx, caller);
        return addFactor(write, user, () => confirmCodes(write, key(), user, body.code.replace(/\s/g, '')));
      }),
    );
    parts.wakePostman();
    return { recovery_codes };
  });

  /** Removes a factor of the caller. */
  const remove = async (
    call: { caller: Caller; now: Date },
    work: (write: Write, user: Awaited<ReturnType<typeof lockCaller>>) => Promise<void>,
  ) => {
    await writeTo(db, by(call), async (write) => {
      const user = await lockCaller(write.tx, call.caller);
      await removeFactor(write, user, () => work(write, user));
    });
    parts.wakePostman();
  };

  route(app, parts, endpoints.deleteCodes, (call) => remove(call, deleteCodes));
  route(app, parts, endpoints.deletePasskey, ({ params, ...call }) =>
    remove(call, (write, user) => deletePasskey(write, user, params.passkey)),
  );

  route(app, parts, endpoints.startPasskey, async ({ caller, now, request }) => {
    const user = await db.transaction((tx) => lockCaller(tx, caller));
    const options = await describeNewPasskey(db, key(), user, { request, publicUrl, now });
    return { options: { ...options } };
  });

  route(app, parts, endpoints.createPasskey, async ({ body, caller, now, request }) => {
    const { name, credential } = body;
    const recovery_codes = await writeTo(db, by({ caller, now }), async (write) => {
      const user = await lockCaller(write.tx, caller);
      const shown = { key: key(), credential, request, publicUrl, now };
      return addFactor(write, user, () => createPasskey(write, user, name, shown));
    });
    parts.wakePostman();
    return { recovery_codes };
  });

  route(app, parts, endpoints.createRecoveryCodes, async ({ caller, now, request }) => {
    if (!isProtected(await getFactors(db, caller.id))) throw new Refusal('factor_not_found');
    // Ten hashes and a mail, so rate-limited like other mails.
    const recovery_codes = await countAttempt(parts, request, 'mail', caller.email, async () => {
      const prepared = await prepareRecoveryCodes();
      return writeTo(db, by({ caller, now }), async (write) => {
        const user = await lockCaller(write.tx, caller);
        await recordFactor(write, user, 'recovery_codes_made');
        return storeRecoveryCodes(write.tx, user.id, prepared);
      });
    });
    parts.wakePostman();
    return { recovery_codes };
  });

  route(app, parts, endpoints.proveIdentity, async ({ body, caller, now, request }) => {
    const { current_password, code, credential } = body;
    if (credential) {
      const shown = { key: key(), credential, request, publicUrl, now };
      await writeTo(db, by({ caller, now }), (write) => redeemPasskey(write, shown, caller.id));
    } else if (code !== undefined) {
      const user = await findUserByEmail(db, caller.email);
      if (!user) throw new Refusal('not_authenticated');
      await countCode(parts, request, user, code);
      parts.wakePostman();
    } else {
      await countAttempt(parts, request, 'login', caller.email, () =>
        checkOwnPassword(db, caller, current_password ?? ''),
      );
    }
    await recordProof(db, request.cookies[sessionCookie] ?? '', now);
  });

  route(app, parts, endpoints.getPasskeyOptions, async ({ now, request }) => ({
    options: { ...(await describePasskeys(key(), { request, publicUrl, now })) },
  }));

  route(app, parts, endpoints.loginWithPasskey, async ({ body, now, request, reply }) => {
    const shown = { key: key(), credential: body.credential, request, publicUrl, now };
    const userId = await writeTo(db, withoutSession(now), (write) => redeemPasskey(write, shown));
    const caller = await getCaller(db, userId);
    if (!caller.email_verified && caller.account_status === 'active') throw new Refusal('email_not_verified');
    await signInOn(request, reply, { userId, refusal: 'wrong_passkey' }, parts);
    return { ...caller, can_create_competitions: mayCreateCompetitions(caller, parts) };
  });
}
