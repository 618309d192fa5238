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
  // Warnings that cannot be fixed: all three paths are prescribed, and no number is called `graduation`.
  const given = ['graduation~1{graduationId}', '{zoneId}~1closed'];
  const zone = 'no-ambiguous-paths: #/paths/~1api~1competition~1{id}~1zone~1';
  expect(found.map(({ ruleId, location }) => `${ruleId}: ${location[0]?.pointer}`)).toEqual(
    given.map((path) => zone + path),
  );
});
