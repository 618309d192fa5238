import { writeFile } from 'node:fs/promises';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from './browser.ts';

const width = 640;
const height = 480;
/** Frames per second of the film. */
const rate = 20;
/** Width and height of a code in the film, in pixels. */
export const codeSide = 400;

/**
 * Writes square grey pictures, `codeSide` wide, as a film for the browser's fake camera (YUV4MPEG2); each is shown for
 * `codeMs` milliseconds.
 */
export async function writeFilm(path: string, codes: readonly Buffer[], codeMs = 500): Promise<void> {
  const side = codeSide;
  const pictures = Math.round((codeMs / 1000) * rate);
  const colours = Buffer.alloc((width * height) / 2, 128);
  const frames = codes.flatMap((code) => {
    const picture = Buffer.alloc(width * height, 120);
    const [left, top] = [(width - side) >> 1, (height - side) >> 1];
    for (let y = 0; y < side; y += 1) code.copy(picture, (top + y) * width + left, y * side, (y + 1) * side);
    return Array.from({ length: pictures }, () => Buffer.concat([Buffer.from('FRAME\n'), picture, colours]));
  });
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${rate}:1 Ip A1:1 C420jpeg\n`);
  await writeFile(path, Buffer.concat([head, ...frames]));
}

/** Opens a browser whose camera shows a film in a loop. */
export async function openBrowserWithCamera(film: string): Promise<Browser> {
  const { launchOptions } = await findBrowser();
  const camera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  return chromium.launch({
    ...launchOptions,
    args: [...launchOptions.args, ...camera, `--use-file-for-fake-video-capture=${film}`],
  });
}
