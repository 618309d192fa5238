import { openDatabaseStore } from '@dossard/web/referee/outbox/database.store.ts';
import { isUnsent, newKeptRun } from '@dossard/web/referee/outbox/kept.run.ts';
import '@dossard/web/referee/outbox/fake.database.ts';
import { outboxNetwork } from '@dossard/web/referee/outbox/network.ts';
import { type OutboxStore, type Pump, startPump } from '@dossard/web/referee/outbox/pump.ts';
import { call } from '../product/product.ts';
import type { Chance } from './chance.ts';

export interface Account {
  email: string;
  password: string;
  cookie: string;
}

/** Faults of the phones themselves. */
export type PhoneFault = 'phone_restarted' | 'network_lost' | 'session_ended' | 'second_tab';

/**
 * Creates a referee's phone: an outbox on its disk, and a pump in each open tab. Its waits are `speed` times shorter, and
 * its time of day is ahead by `aheadMs`.
 */
export async function switchOn(
  account: Pick<Account, 'email' | 'cookie'>,
  url: string,
  chance: Chance,
  { faults, speed, aheadMs = 0 }: { faults: Record<PhoneFault, number>; speed: number; aheadMs?: number },
) {
  const phone_id = crypto.randomUUID();
  const disk = await openDatabaseStore(`phone-${phone_id}`);
  let online = true;
  let signedIn = true;
  const begun = Date.now();
  const now = () => begun + (Date.now() - begun) * speed;
  const ask: typeof fetch = (address, init) =>
    fetch(address, { ...init, headers: { ...(init?.headers as object), ...(signedIn && { cookie: account.cookie }) } });
  const network = outboxNetwork(() => 'fr', url, ask);

  function openTab(): { pump: Pump; close: () => void } {
    let alive = true;
    // A closed tab must not handle answers any more.
    const store: OutboxStore = { ...disk, move: async (id, move) => (alive ? disk.move(id, move) : undefined) };
    const pump = startPump({
      store,
      network,
      clock: {
        now,
        chance: chance.next,
        wake: (ms, then) => {
          const timer = setTimeout(then, ms / speed);
          return () => clearTimeout(timer);
        },
      },
      isSender: (user) => user === account.email,
      online: () => online,
      failed: (error) => {
        throw error;
      },
    });
    return {
      pump,
      close: () => {
        alive = false;
        pump.stop();
      },
    };
  }

  let tabs = [openTab()];
  const closeTabs = () => {
    for (const tab of tabs) tab.close();
  };

  const misfortunes: Record<PhoneFault, () => Promise<void>> = {
    async phone_restarted() {
      closeTabs();
      tabs = [openTab()];
      await tabs[0]?.pump.hurry();
    },
    async network_lost() {
      online = !online;
      if (online) for (const { pump } of tabs) await pump.hurry();
    },
    async session_ended() {
      signedIn = !signedIn;
      if (signedIn) for (const { pump } of tabs) await pump.signedIn();
    },
    async second_tab() {
      tabs = [...tabs.slice(-1), openTab()];
    },
  };

  return {
    aheadMs,
    /** Reports its clock to the server itself, as an opened zone does. */
    report: (server: string, event: { competition_id: number; zone_id: number }) =>
      call({ url: server, cookie: account.cookie }, 'POST', `/competition/${event.competition_id}/referee/phone`, {
        ...{ phone_id, zone_id: event.zone_id, unsent: 0, app_version: '0.1.0' },
        clock: new Date(Date.now() + aheadMs).toISOString(),
      }),
    entries: () => disk.list(),
    unsent: async () => (await disk.list()).filter(isUnsent).length,
    /** Submits a run; its time in hundredths identifies it. */
    async record(event: { competition_id: number; zone_id: number }, dossard: number, index: number) {
      const door = () => chance.percent(60);
      const submission = {
        submission_id: `run-${event.competition_id}-${index}`,
        ...event,
        dossard,
        ...{ door1: door(), door2: door(), door3: door(), door4: door(), door5: door(), door6: door() },
        penality: chance.below(6),
        chrono_sec: (index + 1) / 100,
        ...{ phone_id, recorded_at: new Date(Date.now() + aheadMs).toISOString() },
      };
      const rider = { first_name: 'Lou', last_name: 'Exemple', category: 'U13', gender: 'F' as const };
      const by = { user: account.email, referee_name: 'Juge Fictif', rider, zone_name: 'Les Dalles' };
      await disk.add(newKeptRun(submission, by, now() + index / 1000));
      for (const { pump } of tabs) pump.nudge();
    },
    async suffer() {
      const kind = chance.oneOf(['phone_restarted', 'network_lost', 'session_ended', 'second_tab'] as const);
      faults[kind] += 1;
      await misfortunes[kind]();
    },
    async sleep() {
      online = false;
      for (const { pump } of tabs) await pump.idle();
    },
    async wakeUp() {
      online = true;
      signedIn = true;
      for (const { pump } of tabs) {
        await pump.signedIn();
        await pump.hurry();
      }
    },
    switchOff: closeTabs,
  };
}

export type Phone = Awaited<ReturnType<typeof switchOn>>;
