import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './runtime.js';

/**
 * Returns the findings of our lint in a project with a single file that imports `name` from `from`.
 * @param {string} file
 * @param {string} from
 */
function lintImport(file, from, name = 'thing') {
  const house = mkdtempSync(join(tmpdir(), 'dossard-borders-'));
  try {
    copyFileSync(join(root, 'biome.json'), join(house, 'biome.json'));
    mkdirSync(join(house, dirname(file)), { recursive: true });
    writeFileSync(join(house, file), `import { ${name} } from '${from}';\n\nconsole.log(${name});\n`);
    const biome = join(root, 'node_modules', '.bin', 'biome');
    const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', '.'], { cwd: house, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  } finally {
    rmSync(house, { recursive: true });
  }
}

test.each([
  ['contract/src/runs/run.rules.ts', 'node:fs', 'The contract is pure'],
  ['contract/src/runs/run.rules.ts', '@dossard/server/app.ts', 'The contract is pure'],
  ['contract/src/runs/run.schema.ts', 'zod', 'Import from zod/mini'],
  ['postgres/src/lock.ts', '@dossard/server/app.ts', 'PostgreSQL knows nothing of the product'],
  ['server/src/app.ts', '@dossard/web/src/main.tsx', 'The server never imports the web'],
  ['server/src/app.ts', '../../contract/src/calls/endpoint.ts', 'Import the contract by its name'],
  ['web/src/router.ts', '@dossard/server/app.ts', 'The web never imports the server'],
  ['web/src/router.ts', '../../server/src/app.ts', 'The web never imports the server'],
  ['e2e/src/journeys/some.spec.ts', '@dossard/server/app.ts', 'Journeys drive the built product from outside'],
])('the border of %s refuses %s and says what to do', (file, from, advice) => {
  expect(lintImport(file, from)).toContain(advice);
});

test('an import in the right direction passes', () => {
  const words = lintImport('server/src/app.ts', '@dossard/contract/calls/endpoint.ts');
  expect(words).toContain('Checked ');
  expect(words).not.toContain('noRestrictedImports');
});

test('a client never imports a whole endpoint', () => {
  const words = lintImport('web/src/api/client.ts', '@dossard/contract/calls/endpoint.ts', 'lineOf');
  expect(words).toContain('A client reads of an endpoint what ClientEndpoint says');
});
