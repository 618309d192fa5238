import { getProgress, listParticipants } from '@dossard/contract/participants/participant.endpoints.ts';
import { read } from './read.ts';

/** How often the progress is polled, in milliseconds. */
const progressMs = 15_000;

export const participantsOf = (competitionId: number) => read(listParticipants, { params: { id: competitionId } });

export const progressOf = (competitionId: number) =>
  read(getProgress, { params: { id: competitionId } }, { refetchInterval: progressMs });
