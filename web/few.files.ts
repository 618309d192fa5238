import fs from 'node:fs';
import pLimit from 'p-limit';

/** How many files are open at once; some systems allow a process no more than 1,024. */
const atOnce = 100;

/**
 * The file system for who writes thousands of small files at once and does not hear of one that could not be opened, as the
 * compiler of the messages does.
 */
export function fewFilesAtOnce(): typeof fs {
  const turn = pLimit(atOnce);
  const writeFile: typeof fs.promises.writeFile = (...file) => turn(() => fs.promises.writeFile(...file));
  return { ...fs, promises: { ...fs.promises, writeFile } };
}
