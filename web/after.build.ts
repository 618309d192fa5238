import type { Plugin } from 'vite';

/**
 * Hooks that run `work` once every file is written, in the order of the plugins; with `first` it runs before the
 * others. After a failed build `work` does not run: its own error would hide the cause.
 */
export function afterBuild(work: () => Promise<void>, first = false): Pick<Plugin, 'writeBundle' | 'closeBundle'> {
  let isWritten = false;
  return {
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: first ? 'pre' : null,
      sequential: true,
      handler: () => (isWritten ? work() : undefined),
    },
  };
}
