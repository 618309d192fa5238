import type { Handout, Tick } from '@dossard/contract/bibs/handout.schema.ts';
import { keptEntries } from '../../device/kept.entries.ts';

/** Ticks of the hand-out that the server does not have yet. */
export const keptTicks = keptEntries<Tick>({
  prefixOf: ({ user, competitionId }) => `handout ${competitionId} ${user} `,
  idOf: ({ dossard }) => dossard,
  parse: ({ came, at }, dossard) => ({ dossard: Number(dossard), came, at }),
  compare: (a, b) => a.at.localeCompare(b.at),
});

/** A rider with the unsent tick of this device, if there is one. */
export type HandoutRider = Handout['riders'][number] & { isUnsent: boolean };

/** Applies the ticks of this device to the last list of the server. */
export function mergeTicks(riders: Handout['riders'], ticks: readonly Tick[]): HandoutRider[] {
  const own = new Map(ticks.map((tick) => [tick.dossard, tick]));
  return riders.map((rider) => {
    const tick = own.get(rider.dossard);
    return { ...rider, came: tick?.came ?? rider.came, isUnsent: tick !== undefined };
  });
}

/** Lists riders who did not come and have neither a run nor a status (B5). */
export const listAbsent = (riders: readonly HandoutRider[]): HandoutRider[] =>
  riders.filter(({ came, run_count, status }) => !came && run_count === 0 && status === null);
