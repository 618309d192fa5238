import type { AddressInfo } from 'node:net';
import type { LiveEvent } from '@dossard/contract/rankings/ranking.schema.ts';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../testing/test.app.ts';

/** Follows a public competition until the test ends; events are appended to `received`. */
export async function followPublic({ app }: TestApp, competitionId: number) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const { body } = await fetch(`http://127.0.0.1:${port}/api/competitions/${competitionId}/live`, {
    signal: leaving.signal,
  });
  const received: LiveEvent[] = [];
  const read = async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const [, data] of blocks.map((block) => /^event: ranking\n.*\ndata: (.*)$/m.exec(block) ?? []))
        if (data) received.push(JSON.parse(data));
    }
  };
  let isEnded = false;
  read().then(
    () => {
      isEnded = true;
    },
    () => {},
  );
  return { received, isEnded: () => isEnded };
}
