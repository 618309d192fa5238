import { getLocale } from '@dossard/contract/language/locale.ts';
import { formatStatus as formatIn, type RiderStatus } from '@dossard/contract/rankings/rider.status.ts';
import { m } from '../paraglide/messages.js';

/** Formats a rider's status (R10–R13). */
export const formatStatus = (status: RiderStatus): string => formatIn(status, getLocale());

/** Formats the note beside a rider in a ranking: a status, or that they have not ridden yet (R8). */
export function formatStanding({ rank, status }: { rank: number | null; status?: RiderStatus | null | undefined }) {
  if (status) return formatStatus(status);
  return rank === null ? m.not_started() : '';
}
