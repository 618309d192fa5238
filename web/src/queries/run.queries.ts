import { findParticipant } from '@dossard/contract/participants/participant.endpoints.ts';
import {
  listAllRuns,
  listDoubtfulRuns,
  listQuarantinedRuns,
  listRunChecks,
  listRunSources,
  listRuns,
  listUnresolvedRuns,
} from '@dossard/contract/runs/run.endpoints.ts';
import { maxListedRuns } from '@dossard/contract/runs/run.list.schema.ts';
import { read } from './read.ts';
import type { RunSearch } from './run.search.ts';

export const runsOfRider = (competitionId: number, dossard: number) =>
  read(listRuns, { params: { id: competitionId, dossard } });

/** The choice of runs that a page of the list shows. */
export interface RunChoice {
  competitionId: number;
  search: RunSearch;
  /** Minutes by which the reader's time zone is ahead of UTC. */
  utcOffset: number;
  /** True while a stream announces changes. */
  live: boolean;
}

/** How often the runs are polled while no stream announces changes, in milliseconds. */
const listedRefreshMs = 15_000;

/** A page of all runs, counted from 0. */
export const runPage = ({ competitionId, search, utcOffset, live }: RunChoice, page: number) => {
  const { bib, phone, odd, unchecked, ...filters } = search;
  const query = {
    ...filters,
    dossard: bib,
    phone_id: phone,
    odd: odd && ('true' as const),
    checked: unchecked && ('false' as const),
    utc_offset: utcOffset,
    offset: page * maxListedRuns,
  };
  return read(
    listAllRuns,
    { params: { id: competitionId }, query },
    { refetchInterval: live ? false : listedRefreshMs },
  );
};

/** The latest runs. */
export const latestRuns = (competitionId: number, limit: number) =>
  read(listAllRuns, { params: { id: competitionId }, query: { limit } }, { refetchInterval: listedRefreshMs });

/** The referees and phones that recorded runs. */
export const runSources = (competitionId: number) => read(listRunSources, { params: { id: competitionId } });

/** The runs that were compared with paper sheets. */
export const runChecks = (competitionId: number) =>
  read(listRunChecks, { params: { id: competitionId } }, { refetchInterval: listedRefreshMs });

export const riderByBib = (competitionId: number, dossard: number) =>
  read(findParticipant, { params: { id: competitionId, dossard } });

/** How often doubtful runs are polled, in milliseconds. */
const doubtfulRefreshMs = 30_000;

export const doubtfulRuns = (competitionId: number) =>
  read(listDoubtfulRuns, { params: { id: competitionId } }, { refetchInterval: doubtfulRefreshMs });

/** The number of doubtful pairs, of one rider or of all. */
export const doubtfulCount = (competitionId: number, dossard?: number) =>
  read(
    listDoubtfulRuns,
    { params: { id: competitionId }, query: { limit: 0, dossard } },
    { refetchInterval: doubtfulRefreshMs },
  );

/** Runs of unknown bibs, which an organiser must assign. */
export const unresolvedRuns = (competitionId: number) =>
  read(listUnresolvedRuns, { params: { id: competitionId } }, { refetchInterval: doubtfulRefreshMs });

/** Runs of judges whose link had ended or was hidden, for an organiser to decide. */
export const quarantinedRuns = (competitionId: number) =>
  read(listQuarantinedRuns, { params: { id: competitionId } }, { refetchInterval: doubtfulRefreshMs });
