import { listNotices } from '@dossard/contract/notices/notice.endpoints.ts';
import { read } from './read.ts';

/** How often the organiser's page polls confirmations, in milliseconds. */
const noticesMs = 10_000;

/** The open notices of a competition, with who confirmed them. */
export const noticesOf = (competitionId: number) =>
  read(listNotices, { params: { id: competitionId } }, { refetchInterval: noticesMs });
