import { gzipSync } from 'node:zlib';
import type { Bench } from './bench.ts';
import { makeField } from './events.ts';
import type { Figure } from './figure.ts';
import { measureReads } from './ranking.read.ts';

/* The public pages as a browser loads them. */

const riders = 120;
const pagePath = (competitionId: number) => `/public/competitions/${competitionId}/live-ranking`;

/**
 * Measures the public ranking with its content, by 50 concurrent readers: everything that the first paint waits for.
 */
export async function measureFirstPaint(bench: Bench): Promise<Figure> {
  const figure = await measureReads(bench, pagePath, false);
  return { ...figure, reach: '≥ 0.60', note: `${figure.note}; styles are in the page` };
}

/**
 * Measures the initial scripts and styles of the public ranking, compressed, in kB; and those of the frame and the
 * overlay.
 */
export async function measurePageWeight(bench: Bench): Promise<Figure> {
  const event = await makeField(bench, riders, 1);
  const ranking = await weigh(bench, pagePath(event.competition_id));
  const frame = await weigh(bench, `${pagePath(event.competition_id)}?embed=1`);
  const overlay = await weigh(bench, `/overlay/${event.competition_id}?layout=five`);
  return {
    value: ranking.kilobytes,
    unit: 'kB',
    reach: '≤ 105',
    note: `${ranking.parts}; frame ${frame.kilobytes.toFixed(1)} kB, overlay ${overlay.kilobytes.toFixed(1)} kB (≤ 75)`,
  };
}

async function weigh(bench: Bench, path: string): Promise<{ kilobytes: number; parts: string }> {
  const html = await (await fetch(bench.url + path)).text();
  const named = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(
    ([, file = '']) => file,
  );
  const files = await Promise.all(named.map((file) => sizeOf(bench.url + file)));
  const parts = html.matchAll(/<(style|script)>(.*?)<\/\1>/gs);
  const written = [...parts].map(([, , text = '']) => gzipSync(text).length);
  const bytes = [...files, ...written].reduce((sum, size) => sum + size, 0);
  const page = (gzipSync(html).length / 1000).toFixed(1);
  return {
    kilobytes: bytes / 1000,
    parts: `${files.length} files, and ${written.length} parts in the page of ${page} kB`,
  };
}

/** Returns the size of a file for a browser that only accepts gzip. */
async function sizeOf(url: string): Promise<number> {
  const answer = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
  const text = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  return Number(answer.headers.get('content-length')) || gzipSync(text).length;
}
