import { fullName } from '../../riders/rider.tsx';
import type { HandoutRider } from './kept.ticks.ts';

/** Removes case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Finds riders by the beginning of their bib, or by a part of their name or club. */
export function findRiders(riders: readonly HandoutRider[], search: string): HandoutRider[] {
  const wanted = plain(search.trim());
  if (wanted === '') return [...riders];
  return riders.filter((rider) =>
    /^\d+$/.test(wanted)
      ? String(rider.dossard).startsWith(wanted)
      : plain(`${fullName(rider)} ${rider.club ?? ''}`).includes(wanted),
  );
}

/** Lists riders who did not come and have neither a run nor a status (B5). */
export const listAbsent = (riders: readonly HandoutRider[]): HandoutRider[] =>
  riders.filter(({ came, run_count, status }) => !came && run_count === 0 && status === null);
