import type { Language } from '@dossard/contract/language/language.ts';
import { LRUCache } from 'lru-cache';
import type { Database } from '../database/client.ts';
import { type DemoEvent, openDemoEvent } from './demo.event.ts';
import { reportPhones, simulateReferees } from './demo.referees.ts';

export type Demonstration = ReturnType<typeof createDemonstration>;

/** Events in which referees are simulated at the same time. */
const maxRunning = 20;

/** Creates the demonstration of a process, which nobody has opened yet. */
export function createDemonstration(db: Database) {
  const running = new LRUCache<number, () => void>({ max: maxRunning, dispose: (stop) => stop() });
  /**
   * Lets simulated referees record runs in an event; of many, those in the oldest ones stop. Resolves once their phones
   * have reported.
   */
  async function simulate(event: DemoEvent, now: Date): Promise<void> {
    const { id } = event.competition;
    if (running.has(id)) return;
    running.set(id, simulateReferees(db, event, now.getTime()));
    await reportPhones(db, event);
  }
  return {
    /** Opens the event, a new one in this language if there is none, and lets its simulated referees record runs. */
    async open(now: Date, language: Language = 'fr'): Promise<DemoEvent> {
      const event = await openDemoEvent(db, now, language);
      await simulate(event, now);
      return event;
    },
    simulate,
    stop: () => running.clear(),
  };
}
