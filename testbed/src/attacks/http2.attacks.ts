import { once } from 'node:events';
import { type ClientHttp2Session, connect } from 'node:http2';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack, Target } from './attack.ts';

/* Attacks over HTTP/2, where one connection carries many requests. */

/** Streams and requests of one connection: as many as the server allows at the same time. */
const atOnce = 100;
const resets = 500;

async function open({ securePort }: Target): Promise<ClientHttp2Session | undefined> {
  // The certificate is of the product's own authority.
  const session = connect(`https://127.0.0.1:${securePort}`, { rejectUnauthorized: false }).on('error', () => {});
  await Promise.race([once(session, 'connect'), once(session, 'close')]).catch(() => undefined);
  return session.destroyed ? undefined : session;
}

export const http2Attacks: Record<string, Attack> = {
  'live streams over one HTTP/2 connection, not read': {
    connections: { test: 4, soak: 20 },
    strike: async (target) => {
      const session = await open(target);
      const path = `/api/competitions/${target.competitionId}/live`;
      for (let stream = 0; session && stream < atOnce; stream += 1)
        session
          .request({ ':path': path })
          .on('error', () => {})
          .pause();
      await sleep(1_000);
      session?.destroy();
      return undefined;
    },
  },
  'requests over HTTP/2 that are reset': {
    connections: { test: 4, soak: 20 },
    strike: async (target, turn) => {
      const session = await open(target);
      for (let request = 0; session && !session.destroyed && request < resets; request += 1) {
        const path = `/api/competitions/${target.competitionId}/ranking/${1 + (request % target.riders)}?turn=${turn}`;
        const stream = session.request({ ':path': request % 3 === 0 ? path : '/api/openapi.json' });
        stream.on('error', () => {}).resume();
        setTimeout(() => stream.close(), request % 4);
        if (request % 50 === 49) await sleep(5);
      }
      session?.destroy();
      return undefined;
    },
  },
};
