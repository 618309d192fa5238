import { useQuery } from '@tanstack/react-query';
import { participantsOf } from '../queries/participant.queries.ts';
import { zonesOf } from '../queries/zone.queries.ts';
import { usePageCompetition } from './page.competition.ts';

/** Returns the zones of the page's competition; undefined while they cannot be read. */
export const usePageZones = () => useQuery(zonesOf(usePageCompetition().id)).data?.zones;

/** Returns the riders of the page's competition; undefined while they cannot be read. */
export const usePageRiders = () => useQuery(participantsOf(usePageCompetition().id)).data?.participants;
