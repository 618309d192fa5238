import { listPhones } from '@dossard/contract/phones/phone.endpoints.ts';
import { read } from './read.ts';

/** How often the phones are polled, in milliseconds. */
const phonesMs = 10_000;

export const phonesOf = (competitionId: number) =>
  read(listPhones, { params: { id: competitionId } }, { refetchInterval: phonesMs });
