import * as endpoints from '@dossard/contract/administration/administration.endpoints.ts';
import { confirm } from '@dossard/contract/calls/confirmations.ts';
import { say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { getFactorRule, updateFactorRule } from '../../access/factor.rule.ts';
import { hashPassword } from '../../access/password.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Routes } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { deleteAccount } from '../accounts/deletion.actions.ts';
import { removeAllFactors } from '../accounts/factor.changes.ts';
import {
  changeGlobalPermission,
  exportAccountOf,
  lockManageable,
  refuseCommonPassword,
  updatePassword,
} from './administration.actions.ts';
import { listAccountsOf } from './administration.store.ts';
import { refuseUnconfirmed, resetSystem } from './reset.actions.ts';
import { listResets, undoReset } from './reset.undo.ts';

export function administrationRoutes({ route, writeRoute, parts }: Routes): void {
  route(endpoints.listAccounts, ({ query }) => listAccountsOf(parts.db, query));

  route(endpoints.updatePassword, async ({ body, caller, language, ...call }) => {
    await refuseCommonPassword(body.new_password);
    const password_hash = await hashPassword(body.new_password);
    return call.write(async (write) => {
      await updatePassword(write, body.email, password_hash, { caller, sendsMail: parts.sendsMail ?? false });
      return confirm('password_updated', language, { email: body.email });
    });
  });

  route(endpoints.exportAccountOf, ({ query, caller, now }) => exportAccountOf(parts.db, query.email, caller, now));

  writeRoute(endpoints.deleteAccountOf, async (write, { body, caller }) =>
    deleteAccount(write, await lockManageable(write, body.email, caller)),
  );

  writeRoute(endpoints.removeFactorsOf, async (write, { body, caller }) =>
    removeAllFactors(write, await lockManageable(write, body.email, caller)),
  );

  route(endpoints.getFactorRule, async () => ({ required_of: await getFactorRule(parts.db) }));

  writeRoute(endpoints.updateFactorRule, async (write, { body, request }) => {
    // Otherwise the caller would lock themselves out, too.
    if (body.required_of !== 'nobody' && !request.rights?.has_factor) throw new Refusal('factor_needed_first');
    await updateFactorRule(write.tx, body.required_of);
    await recordChange(write, { action: 'update', subject: 'system', key: 'factors', after: body });
    return body;
  });

  writeRoute(endpoints.changeGlobalPermission, async (write, { body, language }) => {
    await changeGlobalPermission(write, body);
    const done = body.action === 'grant' ? 'permission_granted' : 'permission_revoked';
    return confirm(done, language, {
      email: body.user_email,
      permission: say(m.permission_name, { permission: body.permission }, language),
    });
  });

  route(endpoints.resetSystem, async ({ caller, language, now, request }) => {
    refuseUnconfirmed(request, parts.publicUrl);
    const backup = await resetSystem(parts, caller.id, now);
    return { ...confirm('system_reset', language, { backup }), operation_status: 'success' as const };
  });

  route(endpoints.listResets, async ({ now }) => ({ resets: await listResets(parts, now) }));

  route(endpoints.undoReset, async ({ body, caller, language, now }) => {
    await undoReset(parts, body.backup, caller.id, now);
    return confirm('reset_undone', language);
  });
}
