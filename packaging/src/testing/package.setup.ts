import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildPackages } from '../build.ts';
import { ownTarget } from '../targets.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The archive of the package for this machine. */
    archive: string;
  }
}

/** Builds the package for this machine once for all tests, with little compression to save time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const target = ownTarget();
  if (!target) throw new Error(`No package is built for ${process.platform} on ${process.arch}.`);
  const folder = await mkdtemp(join(tmpdir(), 'dossard-package-'));
  await chmod(folder, 0o755); // another user installs it if we are root
  for await (const archive of buildPackages([target], folder, 1)) project.provide('archive', archive);
  return () => rm(folder, { recursive: true, force: true });
}
