/*
 * Limits concurrent visitors, so that however many arrive, other calls wait for only a few of them. The rest waits in a
 * queue of bounded length, grouped by address: one of each group is served, and the others then check whether they can
 * share its answer.
 */

export interface VisitorLimits {
  /** Number of visitors served at the same time, which bounds their database connections. */
  atOnce: number;
  /** Number of different addresses that may wait. */
  waiting: number;
}

export const usualVisitors: VisitorLimits = { atOnce: 4, waiting: 100 };

/** A waiting visitor. */
interface Visitor {
  url: string;
  /** Tries to answer from a shared copy, without a turn; returns true if it did, or if the visitor has disconnected. */
  answer: () => boolean;
  /** Starts to serve; the turn lasts until `end` is called. */
  serve: (end: () => void) => void;
}

export type VisitorQueue = ReturnType<typeof createVisitorQueue>;

export function createVisitorQueue({ atOnce, waiting }: VisitorLimits) {
  const queue = new Map<string, Visitor[]>();
  /** The visitors of each address that is being served. */
  const served = new Map<string, Visitor[]>();
  let total = 0;

  function serveNext(): void {
    while (served.size < atOnce) {
      const [next] = queue;
      if (!next) return;
      const [url, visitors] = next;
      queue.delete(url);
      serveOne(url, visitors);
    }
  }

  /** Serves the first visitor who still needs it; the others wait for the answer. */
  function serveOne(url: string, visitors: Visitor[]): void {
    const others = visitors.filter((visitor) => !leaves(visitor));
    const first = others.shift();
    if (!first) return;
    served.set(url, others);
    let isOver = false;
    first.serve(() => {
      if (isOver) return;
      isOver = true;
      total -= 1;
      // In the next turn of the event loop, so that other pending calls come first.
      setImmediate(() => endTurn(url));
    });
  }

  function endTurn(url: string): void {
    const rest = (served.get(url) ?? []).filter((visitor) => !leaves(visitor));
    served.delete(url);
    if (rest.length > 0) queue.set(url, rest);
    serveNext();
  }

  function leaves(visitor: Visitor): boolean {
    const isAnswered = visitor.answer();
    if (isAnswered) total -= 1;
    return isAnswered;
  }

  return {
    /** Serves a visitor now or later; returns false when the queue is full. */
    admit(visitor: Visitor): boolean {
      const together = served.get(visitor.url) ?? queue.get(visitor.url);
      if (!together && queue.size >= waiting) return false;
      total += 1;
      if (together) together.push(visitor);
      else queue.set(visitor.url, [visitor]);
      serveNext();
      return true;
    },
    /** Returns the number of visitors served or waiting. */
    count: () => total,
  };
}
