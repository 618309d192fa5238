import { constants, setPriority } from 'node:os';

/**
 * Lowers the priority of this worker thread below the main thread, where possible: only Linux has thread priorities,
 * and it may deny the change; elsewhere this would slow down the whole server.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The worker then competes with the others, as on other systems.
  }
}
