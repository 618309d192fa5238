import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';

/* Takes the webhook of alarms, as an operator's own program would, and checks each signature. */

/** An alarm has to come within this time, in milliseconds. */
export const alarmLimitMs = 60_000;

export interface Received {
  kind: AlarmKind;
  state: 'raised' | 'standing' | 'cleared';
  /** When it came, in milliseconds of `Date.now()`. */
  at: number;
}

export interface AlarmReceiver {
  /** What a server needs to send its alarms here. */
  environment: Record<string, string>;
  received: Received[];
  /** Waits until an alarm is raised that was not before; returns after how many milliseconds, or undefined if it takes too long. */
  waitFor(kind: AlarmKind, since: number): Promise<number | undefined>;
  /** Waits until an alarm stands, also one that was raised earlier, or with `false` until it does not; false if it takes too long. */
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
  const isStanding = (kind: AlarmKind) =>
    (received.findLast((one) => one.kind === kind)?.state ?? 'cleared') !== 'cleared';
  return {
    async waitUntil(kind, stands) {
      const end = Date.now() + alarmLimitMs;
      while (isStanding(kind) !== stands) {
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
