import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/*
 * Draws the pictures of link previews in a worker thread of the server, because a drawing takes tens of milliseconds.
 * Built together with the renderer of the pages and the fonts (`pages.build.ts`).
 */

export interface PictureOrder {
  id: number;
  svg: string;
}
export type PictureAnswer = { id: number; png: Uint8Array } | { id: number; error: string };

const read = (name: string) => readFile(new URL(name, import.meta.url));
const ready = (async () => {
  const [wasm, ...fonts] = await Promise.all(['resvg.wasm', 'regular.ttf', 'bold.ttf'].map(read));
  if (wasm) await initWasm(wasm);
  return fonts;
})();

parentPort?.on('message', async ({ id, svg }: PictureOrder) => {
  try {
    const font = { fontBuffers: await ready, defaultFontFamily: 'Inter', loadSystemFonts: false };
    const png = new Resvg(svg, { font }).render().asPng();
    parentPort?.postMessage({ id, png } satisfies PictureAnswer);
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) } satisfies PictureAnswer);
  }
});
