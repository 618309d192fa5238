import { backupFolderOf } from '../backup/backup.files.ts';
import type { Environment } from '../start/environment.ts';
import { startDrills } from './drill.schedule.ts';
import { farSettingsOf, warnOfFarPlace } from './far.open.ts';
import { startFarBackups } from './far.schedule.ts';
import { signerOf } from './far.signature.ts';
import { clearFarFolder, farFolderOf, findSigningKey, openSigningKey } from './far.state.ts';

export type Far = Awaited<ReturnType<typeof startFar>>;

/** Sends backups to the far place and drills every night, each if configured. */
export async function startFar(
  environment: Environment,
  databaseUrl: string,
  clock: () => Date,
  report: (sentence: string) => void,
) {
  const settings = farSettingsOf(environment);
  const { dataDir, drillAt } = environment;
  const backups = backupFolderOf(dataDir);
  const folder = farFolderOf(dataDir);
  await clearFarFolder(folder).catch((error) =>
    report(`Temporary files in ${folder} could not be removed: ${error.message}`),
  );
  if (settings) {
    // A damaged key is reported when the first backup is sent; it does not prevent the start.
    await reportSigner(folder, report).catch(() => {});
    const warning = await warnOfFarPlace(environment);
    if (warning) report(warning);
  }
  const sender = settings && startFarBackups({ ...settings, backups, clock, report });
  const drills =
    drillAt === undefined
      ? undefined
      : startDrills({ at: drillAt, databaseUrl, backups, folder, place: settings?.place, clock, report });
  return {
    /** Whether sending fails. */
    isFailing: () => sender?.isFailing() ?? false,
    async stop() {
      await Promise.all([sender?.stop(), drills?.stop()]);
    },
  };
}

/** Reports a new signer once, to be copied to the organiser's key file. */
async function reportSigner(folder: string, report: (sentence: string) => void): Promise<void> {
  if (await findSigningKey(folder)) return;
  const signer = signerOf(await openSigningKey(folder));
  report(`Far backups of this installation are signed by ${signer}. Copy this after "# signer:" in your key file.`);
}
