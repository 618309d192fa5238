/*
 * Counts consecutive 401s (spec §8): those of the login call and of the authentication check do not count, any other
 * answer starts again from 0, and the third sends the browser to /login.
 */

const threshold = 3;
const notCounted = new Set(['login', 'getProfile']);

/** The counter as a pure step: what it is after an answer, and whether the session is to be given up. */
export function afterAnswer(count: number, call: string, status: number): { count: number; giveUp: boolean } {
  if (status !== 401) return { count: 0, giveUp: false };
  if (notCounted.has(call)) return { count, giveUp: false };
  return count + 1 >= threshold ? { count: 0, giveUp: true } : { count: count + 1, giveUp: false };
}

let consecutive = 0;
let onGiveUp = () => {};

/** Sets what happens at the third 401 in a row. */
export function whenSessionIsGivenUp(then: () => void): void {
  onGiveUp = then;
}

export function count401(call: string, status: number): void {
  const { count, giveUp } = afterAnswer(consecutive, call, status);
  consecutive = count;
  if (giveUp) onGiveUp();
}
