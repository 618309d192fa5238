import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { describeApi } from './openapi.ts';

/* The OpenAPI description passes the recommended rules of another tool, with one exception. */

const text = JSON.stringify(describeApi());

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
