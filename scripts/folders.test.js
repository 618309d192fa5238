import { expect, test } from 'vitest';
import { findCycles, listFolderImports } from './folders.js';

/** Packages in which folders import in one direction only. */
const layered = ['contract', 'e2e', 'testbed', 'bench'];

test.each(layered)('folders of %s import in one direction', (packageName) => {
  const imports = listFolderImports(packageName);
  const advice = findCycles(imports).flatMap((cycle) => {
    const inside = imports.filter(({ from, to }) => cycle.includes(from) && cycle.includes(to));
    return [
      `These folders of ${packageName}/src import each other: ${cycle.join(', ')}.`,
      'Move what both need into a folder below them, pass it in as an argument, or move the file to the folder that uses it:',
      ...inside.map(({ file, imported }) => `  ${file} imports ${imported}`),
    ];
  });
  expect(advice.join('\n')).toBe('');
});
