import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { forgotPassword, login, register, verifyEmail } from '@dossard/contract/accounts/account.endpoints.ts';
import {
  acceptInvitationUnauthenticated,
  createInvitation,
} from '@dossard/contract/invitations/invitation.endpoints.ts';
import { createParticipant, importParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { makeCompetition, rider } from '../testing/main.job.ts';
import { startTestApp, testPassword } from '../testing/test.app.ts';
import { logOf, withoutAddresses } from './log.ts';

// ASVS 14.2.1, 16.2.5, 16.3.4, 16.5.1
test.each(['info', 'debug', 'trace'])(
  'the log of level %s holds no name, address, password or token',
  async (level) => {
    const lines: string[] = [];
    const house = await startTestApp({}, undefined, logOf(level, { write: (line) => lines.push(line) }));
    const { admin, competitionId } = await makeCompetition(house, 0);
    const { token } = (await admin.call(createInvitation, { params: { id: competitionId } })).body;
    const names = { first_name: 'Maïwenn', last_name: 'Kerguelen' };
    const email = 'maiwenn@dossard.test';
    await house.visitor.call(register, { body: { ...names, email, password: testPassword } });
    await house.visitor.call(login, { body: { email, password: 'Wrong-2027' } });
    await house.visitor.call(forgotPassword, { body: { email } });
    await house.visitor.call(verifyEmail, { query: { token: 'token-of-a-mail' } });
    await house.app.inject(`/referee/invitation?token=${token}`);
    const newcomer = { ...names, email: 'juge@dossard.test', password: testPassword };
    await house.visitor.call(acceptInvitationUnauthenticated, { body: { token, ...newcomer } });
    await admin.call(createParticipant, { body: rider(competitionId, 1, names) });
    const file = { name: 'a.csv', bytes: '1;U13;Autre;Inès;F\n2;U13;Kerguelen;Maïwenn;F\n' };
    await admin.call(importParticipants, { params: { id: competitionId }, query: { mode: 'partial' }, file });
    // A statement that fails with its values, and one whose error quotes them.
    await house.db.execute(
      sql`alter table participants add constraint nobody check (last_name <> 'Kerguelen') not valid`,
    );
    const failed = await admin.call(createParticipant, { body: rider(competitionId, 3, names) });
    await house.db.execute(sql`alter table participants drop constraint nobody`);
    // The answer has a code, a sentence, and the id under which the log has the details.
    expect(failed).toMatchObject({ status: 500, body: { code: 'internal_error', request_id: expect.any(String) } });
    expect(Object.keys(failed.body).sort()).toEqual(['code', 'message', 'request_id']);
    expect(JSON.stringify(failed.body)).not.toContain('nobody');
    const log = lines.join('');
    expect(log).toContain('/api/auth/verify-email');
    expect(log).toContain('nobody');
    expect(log).toContain(failed.body.request_id);
    const secrets = [token, 'token-of-a-mail', testPassword, 'Wrong-2027', admin.cookie.replace('session=', '')];
    for (const said of [...secrets, ...Object.values(names), 'Autre', 'Inès', email, 'juge@', admin.email]) {
      expect(log).not.toContain(said);
    }
  },
);

test('the address in a mail server’s message is masked', () => {
  expect(withoutAddresses('550 5.1.1 <maiwenn@dossard.test>: no such user, maiwenn+x@a.b')).toBe(
    '550 5.1.1 <…@…>: no such user, …@…',
  );
});

test('a client that disconnects in the middle of its body is not logged as an error', async () => {
  const lines: string[] = [];
  const house = await startTestApp({}, undefined, logOf('warn', { write: (line) => lines.push(line) }));
  const { admin, competitionId } = await makeCompetition(house, 0);
  await house.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = house.app.server.address() as AddressInfo;
  const bodies = [
    ['/run', 'application/json', '{"a":'],
    [
      `/competition/${competitionId}/participants`,
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form',
    ],
  ];
  for (const [path, type, begun] of bodies) {
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      const [served] = (
        await Promise.all([
          once(house.app.server, 'request'),
          once(socket, 'connect').then(() =>
            socket.write(
              `POST /api${path} HTTP/1.1\r\nHost: x\r\nCookie: ${admin.cookie}\r\nContent-Type: ${type}\r\nContent-Length: 10000\r\n\r\n${begun}`,
            ),
          ),
        ])
      )[0];
      const gone = new Promise((resolve) => served.once('close', resolve));
      // The session is looked up before the body is read.
      await new Promise((resolve) => setTimeout(resolve, 200));
      socket[leave]();
      await gone;
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(lines).toEqual([]);
});
