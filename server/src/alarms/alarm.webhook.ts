import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';

/* Sends alarms as signed requests to an address of the operator. */

export type Webhook = ReturnType<typeof startWebhook>;

const longestQueue = 100;
const waitsMs = [0, 2_000, 10_000];
const answerMs = 10_000;

/** Signs a message: HMAC-SHA-256 in hex of the time, a dot and the body. */
export const signMessage = (secret: string, time: string, body: string) =>
  createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');

/**
 * Sends messages one after the other, each with three attempts (Q5). `report` is called once when sending fails or
 * messages are dropped, without the address, which may contain a secret.
 */
export function startWebhook(
  { url, secret }: { url: string; secret: string },
  report: (sentence: string) => void,
  waits = waitsMs,
) {
  const queue = new PQueue({ concurrency: 1 });
  let isFailing = false;
  let isDropping = false;
  const ending = new AbortController();

  async function attempt(body: string, id: string): Promise<string | undefined> {
    const time = String(Math.floor(Date.now() / 1000));
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.any([AbortSignal.timeout(answerMs), ending.signal]),
        headers: {
          'content-type': 'application/json',
          'x-dossard-id': id,
          'x-dossard-time': time,
          'x-dossard-signature': signMessage(secret, time, body),
        },
        body,
      });
      await answer.body?.cancel();
      return answer.ok ? undefined : `it answers ${answer.status}`;
    } catch (error) {
      return (error as Error).name === 'TimeoutError' ? 'it takes too long to answer' : 'it does not answer';
    }
  }

  async function deliver(body: string): Promise<void> {
    const id = randomUUID();
    let reason: string | undefined;
    for (const ms of waits) {
      await sleep(ms, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      if (ending.signal.aborted) return;
      reason = await attempt(body, id);
      if (reason === undefined) break;
    }
    if (reason !== undefined && !isFailing) report(`The webhook of alarms was not reached: ${reason}.`);
    isFailing = reason !== undefined;
  }

  return {
    /** Enqueues a message; it is dropped when 100 wait already, and the first one dropped is reported. */
    send(message: object) {
      const wasDropping = isDropping;
      isDropping = queue.size + queue.pending >= longestQueue;
      if (isDropping && !wasDropping)
        report(`The webhook of alarms is too slow: ${longestQueue} messages wait, so further ones are dropped.`);
      if (isDropping) return;
      const body = JSON.stringify(message);
      void queue.add(() => deliver(body));
    },
    async stop() {
      ending.abort();
      await queue.onIdle();
    },
  };
}
