import type { Group } from '@dossard/contract/categories/group.ts';
import { listComplaints } from '@dossard/contract/complaints/complaint.endpoints.ts';
import { getOfficialList, getPublicList, listResults } from '@dossard/contract/results/result.endpoints.ts';
import type { Reader } from './ranking.queries.ts';
import { read } from './read.ts';

/** How often the states of results are polled, in milliseconds. */
const resultsMs = 30_000;

/** The results of a competition's groups, for its organisers. */
export const resultsOf = (competitionId: number) =>
  read(listResults, { params: { id: competitionId } }, { refetchInterval: resultsMs });

/** The complaints of a competition, for those who correct runs. */
export const complaintsOf = (competitionId: number, { enabled = true } = {}) =>
  read(listComplaints, { params: { id: competitionId } }, { enabled, refetchInterval: resultsMs });

export interface ListChoice extends Group {
  competitionId: number;
  reader: Reader;
  revision: number;
}

/** An official list with its riders' names. */
export const officialList = ({ competitionId, reader, category, gender, revision }: ListChoice) =>
  read(
    reader === 'public' ? getPublicList : getOfficialList,
    { params: { id: competitionId, category, gender, revision } },
    { enabled: revision > 0 },
  );
