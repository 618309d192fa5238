import { getZone, listZones } from '@dossard/contract/zones/zone.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../api/client.ts';

export const zonesOf = (competitionId: number) =>
  queryOptions({
    queryKey: ['zones', competitionId],
    queryFn: ({ signal }) => callApi(listZones, { params: { id: competitionId }, signal }),
  });

export const zoneById = (competitionId: number, zoneId: number) =>
  queryOptions({
    queryKey: ['zones', competitionId, zoneId],
    queryFn: ({ signal }) => callApi(getZone, { params: { id: competitionId, zoneId }, signal }),
    enabled: !Number.isNaN(competitionId) && !Number.isNaN(zoneId),
  });
