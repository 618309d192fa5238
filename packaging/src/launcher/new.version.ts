import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '@dossard/postgres/start.error.ts';
import { extract } from 'tar';
import yauzl from 'yauzl';
import { home, ownVersionFolder, versionFolder } from './home.ts';

/* Installs the version in a package next to the existing ones. */

const wanted = 'dossard/versions/';

/**
 * Checks a package and adds its version to the installation; returns that version. Throws a StartError for a package
 * that is damaged, for another machine, or not newer than `present`.
 */
export async function addVersion(archive: string, present: string): Promise<string> {
  if (!existsSync(archive)) throw new StartError(`The package ${archive} was not found.`, 'Le paquet est introuvable.');
  await checkSum(archive);
  const draft = await mkdtemp(join(home, 'versions', '.new-'));
  try {
    await unpack(archive, draft);
    const [version = ''] = await readdir(draft);
    const about = await readAbout(join(draft, version));
    const own = await readAbout(ownVersionFolder);
    if (!own)
      throw new StartError(
        'The package.json of the installed version cannot be read. Install Dossard anew.',
        'La version installée est abîmée : réinstallez Dossard.',
      );
    if (about?.version !== version)
      throw new StartError(
        `${basename(archive)} is not a package of Dossard.`,
        'Ce fichier n’est pas un paquet de Dossard.',
      );
    if (about.target !== own.target)
      throw new StartError(
        `${basename(archive)} is for ${about.target}, and this is ${own.target}.`,
        'Ce paquet est pour une autre machine.',
      );
    if (!isNewer(version, present))
      throw new StartError(
        `${basename(archive)} contains version ${version}, but version ${present} is already installed.`,
        `La version ${present} est déjà installée.`,
      );
    await rm(versionFolder(version), { recursive: true, force: true });
    await rename(join(draft, version), versionFolder(version));
    return version;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Deletes the versions for which `isMeant` returns true, and leftover drafts. */
export async function removeVersions(isMeant: (version: string) => boolean): Promise<void> {
  const names = await readdir(join(home, 'versions'));
  for (const name of names.filter((one) => one.startsWith('.new-') || isMeant(one))) {
    await rm(versionFolder(name), { recursive: true, force: true, maxRetries: 5 });
  }
}

async function checkSum(archive: string): Promise<void> {
  const checksum = await readFile(`${archive}.sha256`, 'utf8').catch(({ code, message }: NodeJS.ErrnoException) => {
    if (code !== 'ENOENT')
      throw new StartError(
        `The SHA-256 of the package cannot be read: ${message}.`,
        'La somme SHA-256 du paquet est illisible.',
      );
    throw new StartError(
      `The file ${basename(archive)}.sha256 is missing: it belongs beside the package.`,
      `Le fichier ${basename(archive)}.sha256 manque : mettez-le à côté du paquet.`,
    );
  });
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash).catch((error) => {
    throw new StartError(`${archive} cannot be read: ${error.message}.`, 'Le paquet est illisible.');
  });
  if (checksum.trim().split(/\s/)[0] !== hash.digest('hex'))
    throw new StartError(
      `${basename(archive)} is damaged: its SHA-256 does not match ${basename(archive)}.sha256. Download both files again.`,
      'Le paquet est abîmé : téléchargez à nouveau les deux fichiers.',
    );
}

async function unpack(archive: string, folder: string): Promise<void> {
  if (archive.endsWith('.zip')) return unzip(archive, folder);
  await extract({ file: archive, cwd: folder, strip: 2, strict: true, filter: (path) => path.startsWith(wanted) });
}

/** Unpacks a zip; yauzl rejects entries that would leave the folder. */
async function unzip(archive: string, folder: string): Promise<void> {
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    if (!entry.fileName.startsWith(wanted) || entry.fileName.endsWith('/')) continue;
    const file = join(folder, entry.fileName.slice(wanted.length));
    await mkdir(dirname(file), { recursive: true });
    await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(file));
  }
}

async function readAbout(folder: string): Promise<{ version: string; target: string } | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  } catch {
    return undefined; // not a version of Dossard
  }
}

/** Compares versions such as 0.10.0, number by number. */
export function isNewer(version: string, present: string): boolean {
  const [one, other] = [version, present].map((text) => text.split('.').map(Number));
  for (const [index, number] of (one ?? []).entries()) {
    const difference = number - (other?.[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
