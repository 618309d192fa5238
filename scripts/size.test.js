import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/*
 * Files that a page loads before it appears: the public pages are read on a saturated mobile cell, so each has a
 * budget.
 */

const dist = join(root, 'web', 'dist');
const manifestFile = join(dist, '.vite', 'manifest.json');
/** The files of each screen (`web/screens.build.ts`). */
const screensFile = join(dist, '.vite', 'screens.json');
/** The manifest of the public pages, which are built separately. */
const publicFile = join(dist, '.vite', 'public.json');
/** The manifest of those with answers of the API. */
const answeredFile = join(dist, '.vite', 'answered.json');
/** The manifest of the public pages without React. */
const swappedFile = join(dist, '.vite', 'swapped.json');

/** The worker of referees' phones, with the list of the files that it keeps. */
const workerFile = join(dist, 'service-worker.js');

/** @typedef {{ file: string, src?: string, isEntry?: boolean, imports?: string[], css?: string[] }} Chunk */

/**
 * Lists the files that a screen loads: those of the application and of the screen, with their static imports; or those
 * of a public page.
 * @param {string} route its address, or the file of the public page
 */
function filesOf(route) {
  /** @type {Record<string, Chunk>} */
  const manifest = JSON.parse(readFileSync(manifestOf(route), 'utf8'));
  const own = route.startsWith('/') ? JSON.parse(readFileSync(screensFile, 'utf8'))[route] : [manifest[route]?.file];
  const starts = Object.keys(manifest).filter(
    (key) => own.includes(manifest[key]?.file) || (route.startsWith('/') && manifest[key]?.isEntry),
  );
  expect(own, `the chunks of ${route}`).not.toEqual([]);
  const seen = new Set();
  const files = new Set();
  const visit = (/** @type {string} */ key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const start of starts) visit(start);
  return [...files];
}

/** @param {string} route */
function manifestOf(route) {
  if (route.startsWith('/')) return manifestFile;
  if (!route.endsWith('.tsx')) return swappedFile;
  return existsSync(publicFile) && route in JSON.parse(readFileSync(publicFile, 'utf8')) ? publicFile : answeredFile;
}

/** @param {string} route */
function kilobytesOf(route) {
  const bytes = filesOf(route).map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}

test.each([
  ['the start page', 'src/public/start.entry.tsx', 94.6],
  ['the public ranking', 'src/public/ranking.entry.tsx', 103.9],
  ['the big screen', 'src/public/screen.entry.tsx', 101.1],
  ['the sign-in', 'src/public/login.entry.tsx', 115.5],
  ['the entry page', 'src/public/entries.entry.tsx', 116.7],
  ['an official list', 'src/public/list.entry.tsx', 118.2],
  ['the standings', 'src/public/standings.entry.tsx', 117.3],
  ['the frame', 'src/public/frame.entry.ts', 75],
  ['the overlay', 'src/public/overlay.entry.ts', 75],
  ['a rider’s page', 'src/public/rider.entry.ts', 15],
  // Also contains the addresses of all screens, 0.1 kB each.
  ['the referee’s page', '/competitions/$competitionId/zones/$zoneId/referee', 194],
])('%s stays within its budget of gzipped JavaScript and CSS', (page, route, budget) => {
  expect(existsSync(manifestFile), 'the web application is built').toBe(true);
  const size = kilobytesOf(route);
  console.log(`${page}: ${size.toFixed(1)} kB gzipped`);
  expect(size).toBeLessThanOrEqual(budget);
});

test('what a referee’s phone keeps before it is ready for the field stays within its budget', () => {
  const files = readFileSync(workerFile, 'utf8').match(/\/assets\/[\w.-]+\.(js|css)/g) ?? [];
  expect(files).not.toEqual([]);
  const bytes = files.map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  const size = bytes.reduce((sum, one) => sum + one, 0) / 1000;
  console.log(`a phone of the field: ${files.length} files, ${size.toFixed(1)} kB gzipped`);
  expect(size).toBeLessThanOrEqual(562);
});
