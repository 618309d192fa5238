import { join } from 'node:path';

const folder = import.meta.dirname;
const outdir = join(folder, 'src', 'paraglide');

/** How the messages of the contract are compiled. */
export const messageOptions = {
  project: join(folder, 'project.inlang'),
  outdir,
  additionalFiles: {
    'registry.js': "export * from '../language/registry.ts';",
    'runtime.js': "export * from '../language/locale.ts';",
  },
};

/** What they are compiled from, and a file that is written each time. */
export const messageSources = [import.meta.filename, messageOptions.project, join(folder, 'src', 'messages')];
export const compiledMessages = join(outdir, 'messages.js');

/** Compiles the messages. */
export async function compileMessages() {
  // Imported late, as `npm start` may have to install it first.
  const { compile } = await import('@inlang/paraglide-js');
  await compile(messageOptions);
}
