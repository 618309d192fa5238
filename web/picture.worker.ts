import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/*
 * Draws the pictures of link previews in a worker thread of the server, because a drawing takes tens of milliseconds.
 * Built together with the renderer of the pages and the fonts (`pages.build.ts`).
 */

type PictureAnswer = { png: Uint8Array } | { error: string };

const read = (name: string) => readFile(new URL(name, import.meta.url));
const ready = (async () => {
  const [wasm, ...fonts] = await Promise.all(['resvg.wasm', 'regular.ttf', 'bold.ttf'].map(read));
  if (wasm) await initWasm(wasm);
  return fonts;
})();

parentPort?.on('message', async ({ svg }: { svg: string }) => {
  try {
    const font = { fontBuffers: await ready, defaultFontFamily: 'Inter', loadSystemFonts: false };
    const png = new Resvg(svg, { font }).render().asPng();
    parentPort?.postMessage({ png } satisfies PictureAnswer);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) } satisfies PictureAnswer);
  }
});
