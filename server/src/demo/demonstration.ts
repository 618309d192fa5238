import type { Database } from '../database/client.ts';
import { type DemoEvent, openDemoEvent } from './demo.event.ts';
import { simulateReferees } from './demo.referees.ts';

export interface Demonstration {
  /** Opens the demonstration event, a new one if there is none, and lets its simulated referees record runs. */
  open(now: Date): Promise<DemoEvent>;
  stop(): void;
}

/** Creates the demonstration of a process, which nobody has opened yet. */
export function createDemonstration(db: Database): Demonstration {
  let running: { id: number; stop: () => void } | undefined;
  return {
    async open(now) {
      const event = await openDemoEvent(db, now);
      const { id } = event.competition;
      if (running?.id !== id) {
        running?.stop();
        running = { id, stop: simulateReferees(db, event, now.getTime()) };
      }
      return event;
    },
    stop: () => running?.stop(),
  };
}
