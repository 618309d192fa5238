/*
 * Visitors are served a few at a time, so that however many come, the others' calls wait for no more than those few. The
 * rest waits in a queue of bounded length, by address: of those who ask for the same, one is served, and the others look
 * whether its answer is theirs too.
 */

export interface VisitorLimits {
  /** Visitors who are served at once; they hold no more connections to the database than this. */
  atOnce: number;
  /** Different addresses that wait for their turn. */
  waiting: number;
}

export const usualVisitors: VisitorLimits = { atOnce: 4, waiting: 100 };

/** A visitor who waits. */
export interface Visitor {
  url: string;
  /** Answers with what is known by now, without a turn; returns whether that was possible, or the visitor has left. */
  answer: () => boolean;
  /** Begins to serve; the turn goes on until `end` is called. */
  serve: (end: () => void) => void;
}

export interface VisitorQueue {
  /** Serves a visitor now or later; returns false when the queue is full. */
  admit(visitor: Visitor): boolean;
  /** Visitors who are served or wait. */
  count(): number;
}

export function createVisitorQueue({ atOnce, waiting }: VisitorLimits): VisitorQueue {
  const queue = new Map<string, Visitor[]>();
  /** Who came for an address while somebody is served there. */
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

  /** Serves the first who still needs it; the others wait for what becomes of it. */
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
      // In the next turn of the event loop: calls of others that are due come first.
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
    admit(visitor) {
      const together = served.get(visitor.url) ?? queue.get(visitor.url);
      if (!together && queue.size >= waiting) return false;
      total += 1;
      if (together) together.push(visitor);
      else queue.set(visitor.url, [visitor]);
      serveNext();
      return true;
    },
    count: () => total,
  };
}
