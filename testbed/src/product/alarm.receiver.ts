import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';

/* Receives the webhook of alarms, like an operator's program, and checks each signature. */

/** An alarm must arrive within this time, in milliseconds. */
export const alarmLimitMs = 60_000;

interface Received {
  kind: AlarmKind;
  state: 'raised' | 'standing' | 'cleared';
  /** When it arrived, in milliseconds of `Date.now()`. */
  at: number;
}

export interface AlarmReceiver {
  /** The environment variables with which a server sends its alarms here. */
  environment: Record<string, string>;
  received: Received[];
  /**
   * Waits for a newly raised alarm; resolves to its delay after `since` in milliseconds, or undefined after the time
   * limit.
   */
  waitFor(kind: AlarmKind, since: number): Promise<number | undefined>;
  /**
   * Waits until an alarm is raised, also an earlier one, or with `false` until it is cleared; false after the time
   * limit.
   */
  waitUntil(kind: AlarmKind, stands: boolean): Promise<boolean>;
  stop(): void;
}

/** Starts a receiver on a port of this machine. */
export async function startReceiver(): Promise<AlarmReceiver> {
  const secret = 'a-secret-of-the-testbed';
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { 'x-dossard-time': time, 'x-dossard-signature': signature } = request.headers;
    const isSigned = signature === createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
    response.writeHead(isSigned ? 204 : 401).end();
    if (!isSigned) throw new Error('An alarm came without a valid signature.');
    received.push({ ...(JSON.parse(body) as Received), at: Date.now() });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const isActive = (kind: AlarmKind) =>
    (received.findLast((one) => one.kind === kind)?.state ?? 'cleared') !== 'cleared';
  return {
    async waitUntil(kind, stands) {
      const end = Date.now() + alarmLimitMs;
      while (isActive(kind) !== stands) {
        if (Date.now() > end) return false;
        await sleep(100);
      }
      return true;
    },
    environment: { ALARM_WEBHOOK: `http://127.0.0.1:${port}/`, ALARM_WEBHOOK_SECRET: secret },
    received,
    async waitFor(kind, since) {
      while (Date.now() - since < alarmLimitMs) {
        const found = received.find((one) => one.kind === kind && one.state === 'raised' && one.at >= since);
        if (found) return found.at - since;
        await sleep(100);
      }
      return undefined;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
