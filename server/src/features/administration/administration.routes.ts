import * as endpoints from '@dossard/contract/administration/administration.endpoints.ts';
import { confirm, permissionWords } from '@dossard/contract/calls/confirmations.ts';
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../../access/password.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { changeGlobalPermission, deleteAccountOf, exportAccountOf, updatePassword } from './administration.actions.ts';
import { listAccountsOf } from './administration.store.ts';
import { refuseUnconfirmed, resetSystem } from './reset.actions.ts';

export function administrationRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, endpoints.listAccounts, ({ query }) => listAccountsOf(parts.db, query));

  route(app, parts, endpoints.updatePassword, async ({ body, caller, language, ...call }) => {
    const password_hash = await hashPassword(body.new_password);
    return call.write(async (write) => {
      await updatePassword(write, body.email, password_hash, caller);
      return confirm('password_updated', language, { email: body.email });
    });
  });

  route(app, parts, endpoints.exportAccountOf, ({ query, caller, now }) =>
    exportAccountOf(parts.db, query.email, caller, now),
  );

  route(app, parts, endpoints.deleteAccountOf, async ({ body, caller, ...call }) => {
    await call.write((write) => deleteAccountOf(write, body.email, caller));
    parts.wakePostman();
  });

  route(app, parts, endpoints.changeGlobalPermission, ({ body, language, ...call }) =>
    call.write(async (write) => {
      await changeGlobalPermission(write, body);
      const done = body.action === 'grant' ? 'permission_granted' : 'permission_revoked';
      return confirm(done, language, {
        email: body.user_email,
        permission: permissionWords[body.permission][language],
      });
    }),
  );

  route(app, parts, endpoints.resetSystem, async ({ caller, language, now, request }) => {
    refuseUnconfirmed(request, parts.publicUrl);
    const backup = await resetSystem(parts, caller.id, now);
    await parts.purgeEdge?.();
    return { ...confirm('system_reset', language, { backup }), operation_status: 'success' as const };
  });
}
