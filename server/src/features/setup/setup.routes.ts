import * as endpoints from '@dossard/contract/setup/setup.endpoints.ts';
import { getCaller } from '../../access/account.store.ts';
import { hashPassword } from '../../access/password.ts';
import { checkSetupToken } from '../../access/setup.links.ts';
import { withoutSession, writeTo } from '../../audit/write.ts';
import { isFromThisMachine } from '../../http/input/from.this.machine.ts';
import type { Routes } from '../../http/routes/route.ts';
import { signInOn } from '../../http/who/sign.in.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { refuseCommonPassword } from '../administration/administration.actions.ts';
import { setUpFirstAccount } from './first.account.ts';

/** The set-up of an empty installation, and the demonstration. */
export function setupRoutes({ route, parts }: Routes): void {
  const { db, openDemonstration } = parts;

  route(endpoints.setUp, async ({ body, language, now, request, reply }) => {
    const { token, email, password } = body;
    // First, so that without a link nobody makes the server hash passwords.
    await checkSetupToken(db, token, now);
    await refuseCommonPassword(password, 'password');
    const password_hash = await hashPassword(password);
    const userId = await writeTo(db, withoutSession(now), (write) =>
      setUpFirstAccount(write, { token, email, password_hash, language }),
    );
    await signInOn(request, reply, { userId, checkedHash: password_hash, refusal: 'invalid_token' }, parts);
    return { ...(await getCaller(db, userId)), can_create_competitions: true };
  });

  route(endpoints.openSetupDemonstration, async ({ body, language, now, request, reply }) => {
    await checkSetupToken(db, body.token, now);
    const { competition, organiser } = await openDemonstration(now, language);
    await signInOn(request, reply, { userId: organiser.id, refusal: 'invalid_token' }, parts);
    return { competition_id: competition.id };
  });

  route(endpoints.enterDemonstration, async ({ language, now, request, reply }) => {
    if (!parts.publicDemo) throw new Refusal('not_found');
    const { competition, organiser } = await parts.publicDemo.enter(now, language);
    await signInOn(request, reply, { userId: organiser.id, refusal: 'invalid_token' }, parts);
    return { competition_id: competition.id };
  });

  route(endpoints.openDemonstration, async ({ language, now }) => {
    const { competition } = await openDemonstration(now, language);
    return { competition_id: competition.id };
  });

  route(endpoints.listNetworkAddresses, async ({ request }) => ({
    addresses: isFromThisMachine(request) ? (parts.networkAddresses?.() ?? []) : [],
  }));
}
