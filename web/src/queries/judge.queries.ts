import { listJudgeLinks } from '@dossard/contract/judges/judge.endpoints.ts';
import { read } from './read.ts';

/** How often the phones of the links are polled, in milliseconds. */
const judgesMs = 10_000;

export const judgeLinksOf = (competitionId: number) =>
  read(listJudgeLinks, { params: { id: competitionId } }, { refetchInterval: judgesMs });
