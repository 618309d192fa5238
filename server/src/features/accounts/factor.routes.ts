import * as endpoints from '@dossard/contract/accounts/factor.endpoints.ts';
import { type Caller, lockCaller } from '../../access/account.store.ts';
import { isFactorRequired } from '../../access/factor.rule.ts';
import { getFactors, isProtected } from '../../access/factor.store.ts';
import type { Write } from '../../audit/write.ts';
import type { Writer } from '../../http/routes/call.ts';
import type { Routes } from '../../http/routes/route.ts';
import { countAttempt } from '../../http/who/attempts.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { confirmCodes, deleteCodes, startCodes } from './code.actions.ts';
import { addFactor, removeFactor } from './factor.changes.ts';
import { recordFactor } from './factor.log.ts';
import { createPasskey, deletePasskey, describeNewPasskey } from './passkey.actions.ts';
import { prepareRecoveryCodes, storeRecoveryCodes } from './recovery.codes.ts';
import { secretKeyOf } from './second.factor.ts';

/** The second factors of an account: codes, passkeys and recovery codes. */
export function factorRoutes({ route, writeRoute, parts }: Routes): void {
  const { db, publicUrl } = parts;
  const key = () => secretKeyOf(parts);

  route(endpoints.listFactors, async ({ caller }) => ({
    ...(await getFactors(db, caller.id)),
    required: await isFactorRequired(db, caller.id),
  }));

  writeRoute(endpoints.startCodes, async (write, { caller }) =>
    startCodes(write, key(), await lockCaller(write.tx, caller)),
  );

  route(endpoints.confirmCodes, ({ body, caller, request, ...call }) =>
    countAttempt(parts, request, 'code', caller.email, () =>
      call.write(async (write) => {
        const user = await lockCaller(write.tx, caller);
        const confirm = () => confirmCodes(write, key(), user, body.code.replace(/\s/g, ''));
        return { recovery_codes: await addFactor(write, user, confirm) };
      }),
    ),
  );

  /** Removes a factor of the caller. */
  const remove = (
    call: { caller: Caller; write: Writer<void> },
    work: (write: Write, user: Awaited<ReturnType<typeof lockCaller>>) => Promise<void>,
  ) =>
    call.write(async (write) => {
      const user = await lockCaller(write.tx, call.caller);
      await removeFactor(write, user, () => work(write, user));
    });

  route(endpoints.deleteCodes, (call) => remove(call, deleteCodes));
  route(endpoints.deletePasskey, ({ params, ...call }) =>
    remove(call, (write, user) => deletePasskey(write, user, params.passkey)),
  );

  route(endpoints.startPasskey, async ({ caller, now, request }) => {
    const user = await db.transaction((tx) => lockCaller(tx, caller));
    const options = await describeNewPasskey(db, key(), user, { request, publicUrl, now });
    return { options: { ...options } };
  });

  route(endpoints.createPasskey, ({ body, caller, now, request, ...call }) => {
    const { name, credential } = body;
    return call.write(async (write) => {
      const user = await lockCaller(write.tx, caller);
      const shown = { key: key(), credential, request, publicUrl, now };
      return { recovery_codes: await addFactor(write, user, () => createPasskey(write, user, name, shown)) };
    });
  });

  route(endpoints.createRecoveryCodes, async ({ caller, request, ...call }) => {
    if (!isProtected(await getFactors(db, caller.id))) throw new Refusal('factor_not_found');
    // Ten hashes and a mail, so rate-limited like other mails.
    return countAttempt(parts, request, 'mail', caller.email, async () => {
      const prepared = await prepareRecoveryCodes();
      return call.write(async (write) => {
        const user = await lockCaller(write.tx, caller);
        await recordFactor(write, user, 'recovery_codes_made');
        return { recovery_codes: await storeRecoveryCodes(write.tx, user.id, prepared) };
      });
    });
  });
}
