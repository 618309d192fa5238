import { stat } from 'node:fs/promises';
import type { Environment, FarEnvironment } from '../start/environment.ts';
import { openFarFolder } from './far.folder.ts';
import type { FarPlace } from './far.place.ts';
import type { FarSettings } from './far.sender.ts';
import { farFolderOf } from './far.state.ts';
import { openFarStore } from './far.store.ts';

/** Opens the far place of BACKUP_FAR. */
const openFarPlace = ({ place }: FarEnvironment): FarPlace =>
  place.kind === 'folder' ? openFarFolder(place.folder) : openFarStore(place);

/** Returns the settings for sending; undefined if backups stay on this machine. */
export function farSettingsOf({ far, dataDir }: Environment): FarSettings | undefined {
  if (!far) return undefined;
  return { place: openFarPlace(far), recipients: far.recipients, days: far.days, folder: farFolderOf(dataDir) };
}

/** Returns a warning about the far place at the start; undefined when there is none. */
export async function warnOfFarPlace({ far, dataDir }: Environment): Promise<string | undefined> {
  if (far?.place.kind === 'store') {
    const isPlain = new URL(far.place.url).protocol === 'http:';
    return isPlain
      ? 'BACKUP_FAR is reached over http: whoever listens learns when backups leave, and how large they are.'
      : undefined;
  }
  if (!far) return undefined;
  const [there, here] = await Promise.all(
    [far.place.folder, dataDir].map((folder) => stat(folder).catch(() => undefined)),
  );
  if (!there || there.dev !== here?.dev) return undefined;
  return `BACKUP_FAR is on the same disk as ${dataDir}: backups there are lost with that disk.`;
}
