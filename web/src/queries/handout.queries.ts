import { getHandout } from '@dossard/contract/bibs/bib.endpoints.ts';
import { read } from './read.ts';

/** How often the ticks of other devices are polled, in milliseconds. */
const handoutMs = 10_000;

/** Which riders came for their bib (B4). */
export const handoutOf = (id: number) =>
  read(getHandout, { params: { id }, once: true }, { key: ['handout', id], refetchInterval: handoutMs });
