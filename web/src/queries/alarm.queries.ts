import { listAlarms, listCompetitionAlarms } from '@dossard/contract/alarms/alarm.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** How often alarms are polled, in milliseconds: a banner must appear within a minute of a fault. */
const alarmsRefreshMs = 20_000;

/** The raised alarms of the installation, and one page of the cleared ones. */
export const alarmPage = (page: number) =>
  queryOptions({
    queryKey: ['alarms', page],
    queryFn: ({ signal }) => callApi(listAlarms, { query: { page }, signal }),
    refetchInterval: alarmsRefreshMs,
    placeholderData: keepPreviousData,
  });

/** The raised alarms that concern a competition. */
export const alarmsIn = (competitionId: number) =>
  queryOptions({
    queryKey: ['alarms of a competition', competitionId],
    queryFn: ({ signal }) => callApi(listCompetitionAlarms, { params: { id: competitionId }, signal }),
    refetchInterval: alarmsRefreshMs,
  });
