import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** Names a class after its style sheet and itself, `ranking_table`: readable, and it compresses better than a hash. */
export const scopedName = (name: string, file: string) =>
  `${basename(file).split('.module.css')[0]?.replaceAll('.', '-')}_${name}`;

const styleImport = /^import (\w+) from ('[^']+\.module\.css');$/gm;

/**
 * Imports the classes of a style sheet one by one instead of as an object, so that each becomes a literal in the page's code
 * and unused ones are dropped. The sheet itself is kept, although nothing imports from it any more.
 */
export function scopedStyles(): Plugin[] {
  return [
    {
      name: 'scoped-styles',
      enforce: 'pre',
      transform: {
        filter: { id: /\.tsx$/ },
        handler: (code) => ({ code: code.replace(styleImport, 'import * as $1 from $2;'), map: null }),
      },
    },
    {
      name: 'scoped-styles-stay',
      enforce: 'post',
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
