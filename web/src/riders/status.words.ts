import { type RiderStatus, statusWords } from '@dossard/contract/rankings/rider.status.ts';
import { m } from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';

/** Names a rider's status (R10–R13). */
export const formatStatus = (status: RiderStatus): string => statusWords[status][getLocale()];

/** Says beside a rider in a ranking what their figures do not: a status, or that they have not ridden yet (R8). */
export function formatStanding({ rank, status }: { rank: number | null; status?: RiderStatus | null | undefined }) {
  if (status) return formatStatus(status);
  return rank === null ? m.not_started() : '';
}
