import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { explainFailure } from '../backup/backup.error.ts';
import { writeWhole } from '../tools/files.ts';
import { MissingFileError, UnreachableError } from './far.errors.ts';
import { limitWork } from './far.limit.ts';
import type { FarFile, FarPlace } from './far.place.ts';

/** Time limits for writing a file, and for other operations, in milliseconds. */
const writeMs = 10 * 60_000;
const answerMs = 60_000;

const draftName = /^\.dossard-.*\.[0-9a-f]{8}\.part$/;
/** A draft of this age was left by a server that was killed. */
const draftMs = 86_400_000;

/**
 * Opens a folder on another disk. It must exist: otherwise, while the disk is not mounted, a folder would be created in
 * its place.
 */
export function openFarFolder(folder: string, limits = { writeMs, answerMs }): FarPlace {
  const description = `the folder ${folder}`;
  const late = `The far folder ${folder} does not answer.`;
  const patiently = createPatience(late, limits.answerMs);

  return {
    description,

    list: () =>
      patiently(`The far folder ${folder} cannot be listed`, async () => {
        const found: FarFile[] = [];
        for (const entry of await readdir(folder, { withFileTypes: true })) {
          if (!entry.isFile()) continue;
          found.push({ name: entry.name, bytes: (await stat(join(folder, entry.name))).size });
        }
        return found;
      }),

    write: (name, content) =>
      patiently(
        `The far folder ${folder} cannot be written`,
        () => writeWhole(join(folder, name), content.stream()),
        limits.writeMs,
      ),

    read: (name) =>
      patiently(`The far folder ${folder} cannot be read`, async () => {
        const path = join(folder, name);
        const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
          // If the disk is missing, nothing is known about the file.
          return stat(folder).then(() => undefined);
        });
        if (!found?.isFile()) throw new MissingFileError(name, description);
        return createReadStream(path);
      }),

    clearDrafts: (now) =>
      patiently(`The far folder ${folder} cannot be cleared`, async () => {
        for (const name of await readdir(folder)) {
          const path = join(folder, name);
          if (draftName.test(name) && now.getTime() - (await stat(path)).mtimeMs > draftMs)
            await rm(path, { force: true });
        }
      }),

    remove: (name) =>
      patiently(`Old backups in the far folder ${folder} cannot be removed`, () =>
        rm(join(folder, name), { force: true }),
      ),
  };
}

/**
 * Creates the function that gives up on an operation of a folder after a while, and throws what failed. Operations that
 * hang occupy a file thread each, and there are few: nothing new is started meanwhile.
 */
function createPatience(late: string, usualMs: number) {
  let hanging = 0;
  return async <Result>(what: string, work: () => Promise<Result>, ms = usualMs): Promise<Result> => {
    if (hanging > 0) throw new UnreachableError(late);
    const working = work();
    return limitWork(working, { ms, late }).catch((error) => {
      if (error instanceof UnreachableError) {
        hanging += 1;
        const end = () => {
          hanging -= 1;
        };
        working.then(end, end);
      }
      return explainFailure(what, UnreachableError)(error);
    });
  };
}
