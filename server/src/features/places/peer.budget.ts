import { LRUCache } from 'lru-cache';
import { TooMuch } from './peer.ts';

/**
 * Maximum number of messages about one shared competition within a minute, called and answered together: an honest
 * installation that catches up sends half of it.
 */
export const maxAMinute = 600;

const spent = new LRUCache<string, number>({ max: 1_000, ttl: 60_000 });

/** Counts a message of a pair on one side of it. Throws `TooMuch` beyond the budget (Y10). */
export function spendBudget({ pair, side }: { pair: string; side: string }): void {
  const key = `${pair} ${side}`;
  const count = (spent.get(key) ?? 0) + 1;
  // A minute begins with its first message.
  spent.set(key, count, { noUpdateTTL: true });
  if (count <= maxAMinute) return;
  spent.delete(key);
  throw new TooMuch(`More than ${maxAMinute} messages in a minute.`);
}
