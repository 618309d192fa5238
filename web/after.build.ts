import type { Plugin } from 'vite';

/**
 * Hooks that run `work` once everything is built and written, in the order of the plugins, `first` before others. After a
 * build that failed there is nothing to work on, and a complaint about that would hide why it failed.
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
