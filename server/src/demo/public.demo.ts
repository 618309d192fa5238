import { StartError } from '@dossard/postgres/start.error.ts';
import { like, notLike } from 'drizzle-orm';
import { createVerifiedUser, getCaller } from '../access/account.store.ts';
import { withoutSession, writeTo } from '../audit/write.ts';
import type { Database } from '../database/client.ts';
import { eraseEverything, lockEverything } from '../features/administration/reset.actions.ts';
import type { PublicDemo } from '../http/parts.ts';
import { overloaded } from '../refusals/overload.ts';
import { users } from '../tables/account.tables.ts';
import { demoAddress, findReferees, makeEvent } from './demo.event.ts';
import type { Demonstration } from './demonstration.ts';

/* A demonstration that anybody may enter (A9): each guest gets an event of their own, and each hour everything goes. */

/** Guests in an hour. */
const maxGuests = 200;
const hourMs = 3_600_000;
const tenMinutes = 600_000;

interface Erasing extends PublicDemo {
  /** Erases everything, and opens the demonstration anew. */
  begin(now: Date): Promise<void>;
}

/** Creates the public demonstration of a database, which nothing has erased yet. */
export function createPublicDemo(db: Database, demonstration: Demonstration): Erasing {
  let listed = 0;
  return {
    listedId: () => listed,
    async begin(now) {
      await writeTo(db, withoutSession(now), async (write) => {
        await lockEverything(write.tx);
        await eraseEverything(write, 'demonstration');
      });
      listed = (await demonstration.open(now)).competition.id;
    },
    async enter(now, language) {
      if ((await db.$count(users, like(users.email, `guest-%@${demoAddress}`))) >= maxGuests) throw overloaded(60);
      const event = await db.transaction(async (tx) => {
        const email = `guest-${crypto.randomUUID()}@${demoAddress}`;
        const guest = { email, first_name: 'Camille', last_name: 'Essai', password_hash: '' };
        const id = await createVerifiedUser({ tx, now }, guest, ['create_competition']);
        return makeEvent(tx, await getCaller(tx, id), {
          referees: await findReferees(tx, now),
          isPublic: false,
          now,
          language,
        });
      });
      await demonstration.simulate(event, now);
      return event;
    },
  };
}

/** Milliseconds until the next full hour, or the one after it for a guest to have at least ten minutes. */
function untilErased(now: Date): number {
  const left = hourMs - (now.getTime() % hourMs);
  return left < tenMinutes ? left + hourMs : left;
}

interface Demo {
  db: Database;
  demonstration: Demonstration;
  clock: () => Date;
  report: (sentence: string) => void;
}

/** Begins the public demonstration, and again at each full hour. Throws a `StartError` for a database with accounts. */
export async function startPublicDemo({
  db,
  demonstration,
  clock,
  report,
}: Demo): Promise<PublicDemo & { stop: () => void }> {
  if ((await db.$count(users, notLike(users.email, `%@${demoAddress}`))) > 0)
    throw new StartError(
      'DEMO=public erases everything each hour, and this database has accounts. Choose a DATA_DIR of its own.',
    );
  const demo = createPublicDemo(db, demonstration);
  let timer: NodeJS.Timeout;
  const schedule = () => {
    timer = setTimeout(async () => {
      await demo.begin(clock()).catch((error) => report(`The demonstration was not erased: ${error.message}`));
      schedule();
    }, untilErased(clock()));
    timer.unref();
  };
  await demo.begin(clock());
  schedule();
  return { ...demo, stop: () => clearTimeout(timer) };
}
