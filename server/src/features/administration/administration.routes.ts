import {
  changeGlobalPermission,
  listAccounts,
  resetSystem,
  updatePassword,
} from '@dossard/contract/administration/administration.endpoints.ts';
import { permissionWords, sayDone } from '@dossard/contract/calls/confirmations.ts';
import type { FastifyInstance } from 'fastify';
import { hashPassword } from '../../access/password.ts';
import type { Parts } from '../../http/parts.ts';
import { route } from '../../http/route.ts';
import { changePermission, overwritePassword } from './administration.actions.ts';
import { listAccountsOf } from './administration.store.ts';
import { eraseEverything, refuseUnconfirmed } from './reset.actions.ts';

export function administrationRoutes(app: FastifyInstance, parts: Parts): void {
  route(app, parts, listAccounts, ({ query }) => listAccountsOf(parts.db, query));

  route(app, parts, updatePassword, async ({ body, caller, language, write }) => {
    const password_hash = await hashPassword(body.new_password);
    return write(async (tx) => {
      await overwritePassword(tx, body.email, password_hash, caller);
      return sayDone('password_updated', language, { email: body.email });
    });
  });

  route(app, parts, changeGlobalPermission, ({ body, caller, language, write }) =>
    write(async (tx) => {
      await changePermission(tx, body, caller);
      const done = body.action === 'grant' ? 'permission_granted' : 'permission_revoked';
      return sayDone(done, language, {
        email: body.user_email,
        permission: permissionWords[body.permission][language],
      });
    }),
  );

  route(app, parts, resetSystem, async ({ caller, language, now, request }) => {
    refuseUnconfirmed(request, parts.publicUrl);
    const backup = await eraseEverything(parts, caller, now);
    return { ...sayDone('system_reset', language, { backup }), operation_status: 'success' as const };
  });
}
