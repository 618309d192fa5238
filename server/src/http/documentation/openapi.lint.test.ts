import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

/* The OpenAPI description passes the recommended rules of other tools, with one exception. */

/** `openapi.test.ts` checks each example against the schemas; with this rule Spectral takes ten times as long. */
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
  // One warning that cannot be fixed: both paths are prescribed, and no number is called `graduation`.
  const given = 'no-ambiguous-paths: #/paths/~1api~1competition~1{id}~1zone~1graduation~1{graduationId}';
  expect(found.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`)).toEqual([given]);
});
