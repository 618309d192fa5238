import { constants, setPriority } from 'node:os';

/**
 * Has this worker step back while the thread that answers referees wants the processor. Linux alone knows priorities of
 * threads; elsewhere it would slow down the whole server.
 */
export function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);
}
