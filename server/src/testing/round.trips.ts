import pg from 'pg';

type Sending = (this: pg.Client, ...given: unknown[]) => Promise<unknown> | undefined;

let answered = 0;
let trips = 0;

/** Watches what the driver itself sends; to be called before connections are made. */
export function watchRoundTrips(): void {
  const query = pg.Client.prototype.query as Sending;
  const watched: Sending = function (...given) {
    // What is sent before an answer comes travels with what was sent before.
    const trip = answered + 1;
    trips = Math.max(trips, trip);
    const end = () => {
      answered = Math.max(answered, trip);
    };
    // The pool asks with a callback, transactions for a promise.
    const onAnswer = given.at(-1);
    if (typeof onAnswer !== 'function') {
      const answer = query.apply(this, given);
      answer?.then(end, end);
      return answer;
    }
    const ended = (...answer: unknown[]) => {
      end();
      onAnswer(...answer);
    };
    return query.call(this, ...given.slice(0, -1), ended);
  };
  pg.Client.prototype.query = watched as unknown as typeof pg.Client.prototype.query;
}

/** Counts how often `work` waits for the database: statements that are sent at once count as one. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  answered = 0;
  trips = 0;
  await work();
  return trips;
}
