import { join } from 'node:path';

const folder = import.meta.dirname;
const outdir = join(folder, 'src', 'paraglide');

/** How the messages of the contract are compiled. One that is formatted without a locale throws. */
export const messageOptions = {
  project: join(folder, 'project.inlang'),
  outdir,
  additionalFiles: { 'registry.js': "export * from '../language/registry.ts';" },
  strategy: /** @type {['globalVariable']} */ (['globalVariable']),
};

/** What they are compiled from, and a file that is written each time. */
export const messageSources = [messageOptions.project, join(folder, 'src', 'messages')];
export const compiledMessages = join(outdir, 'messages.js');

/** Compiles the messages. */
export async function compileMessages() {
  // Imported late, as `npm start` may have to install it first.
  const { compile } = await import('@inlang/paraglide-js');
  await compile(messageOptions);
}
