import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/*
 * The web runs on phones with iOS 15.4, and over plain http. The TypeScript libraries of `web` and `contract` refuse
 * newer methods of the language; these of the browser are in the same library as older ones.
 */

test.each([
  [String.raw`AbortSignal\.timeout\(`, 'Use abortAfter() of device/time.limit.ts.'],
  [String.raw`AbortSignal\.any\(`, 'Add a listener to each signal, as api/attempt.ts does.'],
  [String.raw`search(Params)?\.size\b`, 'Compare the text of URLSearchParams with an empty one.'],
  [String.raw`crypto\.randomUUID\(`, 'Use createKey() of api/client.ts.'],
  [String.raw`URL\.(canParse|parse)\(`, 'Catch the error of new URL().'],
])('the web calls nothing that matches %s, which some phones lack', (missing, advice) => {
  const places = ['web/src/*.ts', 'web/src/*.tsx', 'contract/src/*.ts', ':!*.test.ts', ':!*.samples.ts'];
  const { stdout } = spawnSync('git', ['grep', '-nE', missing, '--', ...places], { cwd: root, encoding: 'utf8' });
  expect(stdout, advice).toBe('');
});
