import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

/*
 * The description of the API is one that other people's tools take as it is: their recommended rules find nothing
 * but one.
 */

/** `openapi.test.ts` holds each example against the schemas themselves; Spectral would take ten times as long with it. */
const shownElsewhere = { 'oas3-valid-media-example': 'off' };

const text = JSON.stringify(describeApi());

test('Spectral finds nothing', async () => {
  const linter = new spectral.Spectral();
  linter.setRuleset({ extends: [[rulesets.oas, 'recommended']], rules: shownElsewhere } as never);
  const found = await linter.run(JSON.parse(text));
  expect(found.map(({ code, path, message }) => `${code}: ${path.join('.')}: ${message}`)).toEqual([]);
});

test('Redocly finds nothing', async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const found = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  // The one thing that cannot be mended: both paths are given, and no number is called `graduation`.
  const given = 'no-ambiguous-paths: #/paths/~1api~1competition~1{id}~1zone~1graduation~1{graduationId}';
  expect(found.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`)).toEqual([given]);
});
