import { findParticipant, getRoster } from '@dossard/contract/participants/participant.endpoints.ts';
import { listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callApi } from '../../api/client.ts';
import { isGone } from '../../api/denied.ts';
import { Failure } from '../../api/failure.ts';
import { requestPersistentStorage } from '../../device/lasting.storage.ts';
import { m } from '../../paraglide/messages.js';
import { competitionById, myCompetitions } from '../../queries/competition.queries.ts';
import { read } from '../../queries/read.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { isJudging } from '../../session/session.store.ts';
import { formatTime } from '../../text/formats.ts';
import { type Rider, riderFromRoster, riderFromServer } from '../flow/rider.ts';
import { startKeeping } from './kept.answers.ts';
import { registerWorker } from './offline.worker.ts';

/* The referee's data in the field: zones, graduations and riders, with network or without. */

/** How often the zones and the list of riders are refreshed while a zone is open, in milliseconds. */
const refreshMs = 60_000;
/** How long to wait for the server when this phone already knows the rider, in milliseconds. */
const patienceMs = 2_000;

/* Reads by timers are made once: an ended session is told by the status strip, and never leaves the screen (F1). */

export const rosterOf = (id: number) =>
  read(getRoster, { params: { id }, once: true }, { key: ['roster', id], refetchInterval: refreshMs });

export const zonesInField = (id: number) =>
  read(listZones, { params: { id }, once: true }, { key: zonesOf(id).queryKey, refetchInterval: refreshMs });

/** Stores all data that the referee needs on this phone, also for the other zones of the competition. */
export function useFieldKept(competitionId: number): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (Number.isNaN(competitionId)) return;
    startKeeping(queryClient);
    void registerWorker();
    requestPersistentStorage();
    void queryClient.prefetchQuery(competitionById(competitionId));
    void queryClient.prefetchQuery(zonesInField(competitionId));
    // A judge with a link has no list of competitions.
    if (!isJudging()) void queryClient.prefetchQuery(myCompetitions());
  }, [queryClient, competitionId]);
}

/**
 * Returns the failure for a bib that neither the server nor the list on this phone could resolve; `list_of` is when the
 * list was loaded, in milliseconds since 1970, undefined without a list.
 */
function riderNotKnownHere(list_of: number | undefined): Failure {
  const message =
    list_of === undefined ? m.rider_no_list() : m.rider_not_listed({ time: formatTime(list_of, 'minute') });
  return new Failure(0, { code: 'participant_not_found', message, request_id: '' });
}

/**
 * Finds the rider of a bib for one zone: from the server if it answers soon, otherwise from the list on this phone.
 * Throws a `Failure`; without network its message says that the list does not contain the bib.
 */
export async function findRider(
  queryClient: QueryClient,
  { competitionId, zoneId }: { competitionId: number; zoneId: number },
  dossard: number,
): Promise<Rider> {
  const { queryKey } = rosterOf(competitionId);
  const listed = queryClient.getQueryData(queryKey)?.participants.find((rider) => rider.dossard_number === dossard);
  const list_of = queryClient.getQueryState(queryKey)?.dataUpdatedAt || undefined;
  const kept = listed && riderFromRoster(listed, zoneId, list_of ?? 0);
  if (!navigator.onLine) {
    if (kept) return kept;
    throw riderNotKnownHere(list_of);
  }
  const asked = callApi(findParticipant, { params: { id: competitionId, dossard }, once: true })
    .then((found) => riderFromServer(found, zoneId))
    .catch((error) => {
      // Only the server's 404 is final; any other failure falls back to the list, so that the referee can work.
      if (kept && !isGone(error)) return kept;
      throw error instanceof Failure && error.status === 0 ? riderNotKnownHere(list_of) : error;
    });
  if (!kept) return asked;
  const patience = new Promise<Rider>((resolve) => setTimeout(() => resolve(kept), patienceMs));
  return Promise.race([asked, patience]);
}
