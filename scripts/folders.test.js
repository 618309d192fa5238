import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFolderImports, listLayers } from './folders.js';
import { root } from './runtime.js';

/** Packages in which folders import in one direction only. */
const layered = ['contract', 'postgres', 'server', 'web', 'e2e', 'testbed', 'bench', 'packaging'];

test.each(layered)('folders of %s import in one direction', (packageName) => {
  const imports = listFolderImports(packageName);
  const { rest } = listLayers(imports);
  const inside = imports.filter(({ from, to }) => rest.includes(from) && rest.includes(to));
  const advice = [
    `Some of these folders of ${packageName}/src import each other: ${rest.join(', ')}.`,
    'Move what both need into a folder below them, pass it in as an argument, or move the file to the folder that uses it:',
    ...inside.map(({ file, imported }) => `  ${file} imports ${imported}`),
  ];
  expect(rest.length > 0 ? advice.join('\n') : '').toBe('');
});

test('docs/folders.md is up to date', async () => {
  const rooms = layered.filter((packageName) => ['contract', 'server', 'web'].includes(packageName));
  const tables = rooms.map((packageName) => {
    const rows = listLayers(listFolderImports(packageName)).layers.map(
      ([folder, below]) => `| ${nameOf(folder)} | ${below.map(nameOf).join(' ')} |`,
    );
    return `## ${packageName}\n\n| folder | imports |\n|---|---|\n${rows.join('\n')}\n`;
  });
  const page = `# Which folder imports which

Printed by \`scripts/folders.test.js\` from the imports of the code, those of types included and those of tests left out. Each
folder stands below the ones that it imports, so that every table is read from its ground up, and no folder imports one that
comes after it. What each is for: [architecture.md](architecture.md). \`src\` are the files beside the folders.

${tables.join('\n')}`;
  await expect(page).toMatchFileSnapshot(join(root, 'docs', 'folders.md'));
});

/** @param {string} folder */
const nameOf = (folder) => `\`${folder === '.' ? 'src' : folder}\``;
