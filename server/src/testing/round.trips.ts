import pg from 'pg';

type Sending = (this: pg.Client, ...given: unknown[]) => Promise<unknown> | undefined;

let answered = 0;
let trips = 0;

/** Counts what the driver sends; call it before connections are opened. */
export function watchRoundTrips(): void {
  const query = pg.Client.prototype.query as Sending;
  const watched: Sending = function (...given) {
    // Everything sent before the next answer belongs to the same round trip.
    const trip = answered + 1;
    trips = Math.max(trips, trip);
    const end = () => {
      answered = Math.max(answered, trip);
    };
    // The pool passes a callback, transactions await a promise.
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

/** Counts the round trips of `work`: statements that are sent together count as one. */
export async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  answered = 0;
  trips = 0;
  await work();
  return trips;
}
