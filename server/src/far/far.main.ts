import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, explainFailure, reasonOf } from '../backup/backup.error.ts';
import { backupFolderOf, openFolder } from '../backup/backup.files.ts';
import { countContents, readBackup } from '../backup/backup.reader.ts';
import { pathOf, runCommand, workBesides } from '../backup/command.ts';
import { restoreAlone } from '../backup/restore.advice.ts';
import type { Environment } from '../start/environment.ts';
import { recipientOf } from '../tools/age.ts';
import { drillAndRecord } from './drill.schedule.ts';
import { UnreachableError } from './far.errors.ts';
import { type FarBackup, listFarBackups } from './far.files.ts';
import { createKeyFile, type KeyFile, readKeyFile } from './far.key.ts';
import { farSettingsOf } from './far.open.ts';
import type { FarPlace } from './far.place.ts';
import { fetchBackup, readSignature } from './far.reader.ts';
import { signerOf, verifySignature } from './far.signature.ts';
import { clearFarFolder, farFolderOf, findSigningKey } from './far.state.ts';

/*
 * `npm run dossard -- far key <file>`: creates the organiser's key, on the organiser's own computer.
 * `npm run dossard -- far signer`: prints who signs the backups of this installation.
 * `npm run dossard -- far list`, `check`, `restore [name] --key <file> [--signer <text>]`: lists the far place; verifies a
 * backup; restores one.
 * `npm run dossard -- far drill`: runs the nightly drill now.
 */

const usage = `Say what to do:
  npm run dossard -- far key <file>                       makes a key, on a computer that is not the server
  npm run dossard -- far signer                           says by whom the backups of this installation are signed
  npm run dossard -- far list [--key <file>]              lists the backups in the far place
  npm run dossard -- far check [name] --key <file>        fetches one, the newest if none is named, and reads it whole
  npm run dossard -- far restore [name] --key <file>      restores it into an empty database
  npm run dossard -- far drill                            tries the newest backup at once
Where the key file does not name the signer, add --signer <text>.`;

const commands: Record<string, (environment: Environment) => Promise<string>> = {
  key: makeKey,
  signer: showSigner,
  list: listAll,
  check,
  restore,
  drill: drillNow,
};

/**
 * Files in use are younger: fetching one may take 10 minutes, and a server may send at the same time as this command.
 */
const abandonedMs = 15 * 60_000;

const { values, positionals } = readArguments();
const [command = '', name] = positionals;

await runCommand(async (environment) => {
  const work = commands[command];
  if (!work || values.help) throw new BackupError(usage);
  await clearFarFolder(farFolderOf(environment.dataDir), abandonedMs);
  return work(environment);
}, completed);

function readArguments() {
  const options = { key: { type: 'string' }, signer: { type: 'string' }, help: { type: 'boolean' } } as const;
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exit(1);
  }
}

/** On a new machine, takes the recipient of backups from the key file. */
async function completed(given: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  if (!values.key || given.BACKUP_FAR_RECIPIENTS) return given;
  const { identities } = await readKeyFile(pathOf(values.key));
  return { ...given, BACKUP_FAR_RECIPIENTS: await recipientOf(identities[0] ?? '') };
}

async function makeKey(): Promise<string> {
  if (!name) throw new BackupError('Say into which file: npm run dossard -- far key <file>');
  const path = pathOf(name);
  const recipient = await createKeyFile(path, new Date());
  return `The key is in ${path}. Keep it, and a copy, where the server is not: without it no far backup can be read.
On the server set BACKUP_FAR_RECIPIENTS=${recipient}
Then copy what "npm run dossard -- far signer" says on the server behind "# signer:" in that file.`;
}

async function showSigner({ dataDir }: Environment): Promise<string> {
  const key = await findSigningKey(farFolderOf(dataDir));
  if (key) return signerOf(key);
  throw new BackupError('No backup has left this machine yet; run this on the server.');
}

function placeOf(environment: Environment): FarPlace {
  const settings = farSettingsOf(environment);
  if (settings) return settings.place;
  throw new BackupError('Set BACKUP_FAR to the far place.');
}

async function needKey(): Promise<KeyFile & { signer: string }> {
  if (!values.key) throw new BackupError(`Name the key file: npm run dossard -- far ${command} --key <file>`);
  const file = await readKeyFile(pathOf(values.key));
  const signer = values.signer ?? file.signer;
  if (signer) return { ...file, signer };
  throw new BackupError(
    `${values.key} does not say who signs. Add --signer with the output of "npm run dossard -- far signer" on the server: a backup that anybody may have signed proves nothing.`,
  );
}

/** Returns the named backup, or the newest with a valid signature: anybody may have added a file with a later name. */
async function chooseBackup(place: FarPlace, signer: string): Promise<string> {
  if (name) return name.endsWith('.age') ? name : `${name}.age`;
  let trouble = `There is no backup in ${place.description}.`;
  const found = (await listFarBackups(place)).filter(({ isSigned }) => isSigned);
  for (const { name: newest } of found) {
    try {
      verifySignature(newest, await readSignature(place, newest), signer);
      return newest;
    } catch (error) {
      if (error instanceof UnreachableError) throw error;
      process.stderr.write(`${reasonOf(error)}\n`);
      trouble = `There is no backup in ${place.description} that is signed by ${signer}.`;
    }
  }
  throw new BackupError(trouble);
}

async function listAll(environment: Environment): Promise<string> {
  const place = placeOf(environment);
  const own = await findSigningKey(farFolderOf(environment.dataDir));
  const file = values.key ? await readKeyFile(pathOf(values.key)) : undefined;
  const signer = values.signer ?? file?.signer ?? (own && signerOf(own));
  const found = await listFarBackups(place);
  if (found.length === 0) return `There is no backup in ${place.description}.`;
  const lines: string[] = [];
  for (const { name: one, bytes, isSigned } of found) {
    const state =
      isSigned && signer ? await judge(place, { name: one, bytes }, signer) : isSigned ? 'signed' : 'not signed';
    lines.push(`  ${one}  ${bytes.toLocaleString('en')} bytes  ${state}`);
  }
  return [`In ${place.description}, newest first:`, ...lines].join('\n');
}

async function judge(
  place: FarPlace,
  { name: file, bytes }: Pick<FarBackup, 'name' | 'bytes'>,
  signer: string,
): Promise<string> {
  try {
    const signed = verifySignature(file, await readSignature(place, file), signer);
    if (signed.bytes !== bytes) return 'of another length than was signed';
    return `signed at ${signed.signed_at}, number ${signed.number}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function fetchChosen(environment: Environment) {
  const { identities, signer } = await needKey();
  const place = placeOf(environment);
  const parent = farFolderOf(environment.dataDir);
  const chosen = await chooseBackup(place, signer);
  await openFolder(parent);
  const folder = await mkdtemp(join(parent, 'command-'));
  // At the end of the command, also after Ctrl-C.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return fetchBackup({ place, name: chosen, signer, identities, folder });
}

async function check(environment: Environment): Promise<string> {
  const { path, signed } = await fetchChosen(environment);
  return `${signed.name} is whole, signed at ${signed.signed_at} as number ${signed.number}. It holds ${countContents(await readBackup(path))}.`;
}

async function restore(environment: Environment): Promise<string> {
  const { path, signed } = await fetchChosen(environment);
  const restored = await restoreAlone(environment, path);
  return `${signed.name} is whole, and was signed at ${signed.signed_at}. ${restored}`;
}

function drillNow(environment: Environment): Promise<string> {
  return workBesides(environment, async ({ url: databaseUrl }) => {
    const { dataDir } = environment;
    const order = { databaseUrl, backups: backupFolderOf(dataDir), folder: farFolderOf(dataDir) };
    const place = farSettingsOf(environment)?.place;
    const explain = explainFailure('The result of the drill could not be stored');
    const result = await drillAndRecord({ ...order, place, now: new Date() }).catch(explain);
    if (result.is_good) return result.sentence;
    throw new BackupError(result.sentence);
  });
}
