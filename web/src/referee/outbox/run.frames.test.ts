import type { OutboxFile } from '@dossard/contract/runs/outbox.file.schema.ts';
import fc from 'fast-check';
import encodeQr from 'qr';
import decodeQr from 'qr/decode.js';
import { expect, test } from 'vitest';
import { decodeBase45, encodeBase45 } from '../../text/base45.ts';
import { createSubmissionId } from '../flow/referee.flow.ts';
import { frameMs, readFrame, writeFrames } from './run.frames.ts';

const start = Date.UTC(2027, 5, 12, 8);
/** A run as the current version of a phone exports it. */
const run = (index: number, more: Record<string, unknown> = {}) => ({
  submission_id: createSubmissionId(start + index * 91_337),
  competition_id: 12,
  zone_id: 3 + (index % 5),
  dossard: 101 + index,
  ...{
    door1: true,
    door2: index % 2 === 0,
    door3: index % 3 === 0,
    door4: false,
    door5: false,
    door6: index % 7 === 0,
  },
  penality: index % 6,
  chrono_sec: 40 + (index % 70) + 0.25,
  recorded_at: new Date(start + index * 91_337).toISOString(),
  phone_id: 'b7c1a4de-8a53-4a4e-9d35-5a37c2f21e10',
  referee_name: 'Frédérique Exemple-Aubépine',
  user: null,
  ...more,
});
const file = (runs: object[]): OutboxFile => ({
  dossard_outbox: 1,
  competition_id: 12,
  exported_at: '2027-06-12T16:00:00.000Z',
  runs: runs as OutboxFile['runs'],
});

/** Returns the pixels of a QR code as a camera would see it: four for each square, grey and slightly noisy. */
function photograph(text: string): { data: Uint8ClampedArray; width: number; height: number } {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 4 });
  const side = rows.length * 4;
  const pixels = new Uint8ClampedArray(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const grey = (rows[y >> 2]?.[x >> 2] ? 40 : 205) + ((x * 7 + y * 13) % 25);
      pixels.set([grey, grey, grey, 255], (y * side + x) * 4);
    }
  }
  return { data: pixels, width: side, height: side };
}

test('base45 decodes what it encoded, and rejects other texts (RFC 9285)', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(decodeBase45(encodeBase45(bytes))).toEqual(bytes);
    }),
  );
  expect(encodeBase45(new TextEncoder().encode('Hello!!'))).toBe('%69 VD92EX0');
  expect(['a', 'GGW', ':::', 'A', '::'].map(decodeBase45)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a photographed code is read as the runs that were written (O7)', async () => {
  const written = file([
    run(1),
    run(2, { category: 'U13', gender: 'F' }),
    run(3, { recorded_at: null, phone_id: null }),
  ]);
  const [text = '', ...others] = await writeFrames([written]);
  expect(others).toEqual([]);
  const frame = await readFrame(decodeQr(photograph(text)));
  expect(frame).toEqual({ series: `12 ${Date.parse(written.exported_at)}`, index: 0, total: 1, file: written });
});

test('a series of sixty runs is shown three times in fifteen seconds, and each code can be read alone', async () => {
  const runs = Array.from({ length: 60 }, (_, index) => run(index));
  const texts = await writeFrames([file(runs)]);
  expect(texts.length * frameMs * 3).toBeLessThanOrEqual(15_000);
  const seen = [];
  for (const text of [...texts].reverse()) {
    expect(encodeQr(text, 'raw', { ecc: 'medium', border: 1 }).length).toBeLessThan(80);
    const frame = await readFrame(decodeQr(photograph(text)));
    seen.push(...(frame?.file.runs ?? []));
  }
  const ids = (list: readonly object[]) => list.map((one) => (one as { submission_id: string }).submission_id).sort();
  expect(ids(seen)).toEqual(ids(runs));
});

test('runs of two competitions are two series', async () => {
  const texts = await writeFrames([file([run(1)]), { ...file([run(2, { competition_id: 13 })]), competition_id: 13 }]);
  const frames = await Promise.all(texts.map(readFrame));
  expect(frames.map((frame) => [frame?.file.competition_id, frame?.total])).toEqual([
    [12, 1],
    [13, 1],
  ]);
});

test.each(['https://dossard.test/', 'DOSSARD1:', 'DOSSARD1:ABC', 'DOSSARD1:a', ''])(
  '%j is not a code of runs',
  async (text) => {
    expect(await readFrame(text)).toBeUndefined();
  },
);
