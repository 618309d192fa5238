import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolder } from '../../backup/testing/backup.places.ts';
import { rendererFolder } from '../../http/files/screens.ts';
import { createPainter } from './picture.painter.ts';

test('a stop finishes the current picture, and starts no worker for those that wait', async () => {
  const root = await makeFolder();
  await mkdir(join(root, rendererFolder));
  const [starts, asked] = [join(root, 'starts'), join(root, 'asked')];
  await writeFile(
    join(root, rendererFolder, 'picture.mjs'),
    `import { appendFileSync } from 'node:fs';
    import { parentPort } from 'node:worker_threads';
    appendFileSync(${JSON.stringify(starts)}, 'started ');
    const go = new BroadcastChannel('go');
    parentPort.on('message', ({ svg }) => {
      go.onmessage = () => {
        parentPort.postMessage({ png: Buffer.from(svg) });
        go.close();
      };
      appendFileSync(${JSON.stringify(asked)}, svg);
    });`,
  );
  const painter = createPainter(root);
  const pictures = Promise.allSettled(['first', 'second'].map((svg) => painter?.paint(svg)));
  await expect.poll(() => existsSync(asked)).toBe(true);
  const stopping = painter?.stop();
  const go = new BroadcastChannel('go');
  go.postMessage('');
  await stopping;
  go.close();
  expect(await pictures).toMatchObject([
    { status: 'fulfilled', value: Buffer.from('first') },
    { status: 'rejected', reason: { code: 'overloaded' } },
  ]);
  expect(await readFile(starts, 'utf8')).toBe('started ');
});
