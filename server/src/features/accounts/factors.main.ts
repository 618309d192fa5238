import { StartError } from '@dossard/postgres/start.error.ts';
import { lockUserByEmail } from '../../access/account.store.ts';
import { withoutSession, writeTo } from '../../audit/write.ts';
import { runCommand, workBesides } from '../../backup/command.ts';
import { type Database, withConnections } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { removeAllFactors } from './factor.changes.ts';

/*
 * `npm run dossard -- factors remove <email>`: removes the second factors of an account, for the only super administrator who
 * has lost theirs. Run it on the server's machine; the server may be running or not.
 */

await runCommand(async (environment) => {
  const [action, email] = process.argv.slice(2);
  if (action !== 'remove' || !email)
    throw new StartError('Name the account: npm run dossard -- factors remove <email>');
  return workBesides(environment, ({ url }) => withConnections(url, (db) => removeFactors(db, email)));
});

async function removeFactors(db: Database, email: string): Promise<string> {
  await writeTo(db, withoutSession(new Date()), async (write) => {
    const user = await lockUserByEmail(write.tx, email.trim());
    if (!user) throw new StartError(`No account has the address ${email}.`);
    await removeAllFactors(write, user).catch((error) => {
      if (error instanceof Refusal && error.code === 'factor_not_found')
        throw new StartError(`${email} has no second factor. The password is enough.`);
      throw error;
    });
  });
  return `The second factors of ${email} were removed. The password is enough now.`;
}
