import { getPlace } from '@dossard/contract/places/place.endpoints.ts';
import { read } from './read.ts';

/** How often the state of the other installation is polled, in milliseconds. */
const placeMs = 3_000;

export const placeOf = (competitionId: number) =>
  read(getPlace, { params: { id: competitionId } }, { refetchInterval: placeMs });
