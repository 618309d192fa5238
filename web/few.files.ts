import fs from 'node:fs';
import pLimit from 'p-limit';

/** Maximum number of files that are open at the same time; some systems limit a process to 1,024. */
const atOnce = 100;

/**
 * Returns a file system that limits concurrent writes. The compiler of the messages writes thousands of small files at
 * the same time and does not notice when one cannot be opened.
 */
export function fewFilesAtOnce(): typeof fs {
  const turn = pLimit(atOnce);
  const writeFile: typeof fs.promises.writeFile = (...file) => turn(() => fs.promises.writeFile(...file));
  return { ...fs, promises: { ...fs.promises, writeFile } };
}
