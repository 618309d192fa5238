import { constants, setPriority } from 'node:os';

/**
 * Has this worker step back while the thread that answers referees wants the processor, where that is possible: Linux
 * alone knows priorities of threads, and may forbid to change them; elsewhere it would slow down the whole server.
 */
export function stepBack(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It then works beside the others, as it would anywhere else.
  }
}
