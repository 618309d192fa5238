import type { RiderStatus } from '@dossard/contract/participants/rider.status.ts';
import { m } from '../paraglide/messages.js';

const words: Record<RiderStatus, () => string> = {
  dns: m.status_dns,
  dnf: m.status_dnf,
  dsq: m.status_dsq,
  nc: m.status_nc,
};

/** Names a rider's status (R10–R13). */
export const formatStatus = (status: RiderStatus): string => words[status]();

/** Says beside a rider in a ranking what their figures do not: a status, or that they have not ridden yet (R8). */
export function formatStanding({ rank, status }: { rank: number | null; status?: RiderStatus | null | undefined }) {
  if (status) return formatStatus(status);
  return rank === null ? m.not_started() : '';
}
