import { getLinkedSpeakerFeed, getSpeakerFeed, getSpeakerLink } from '@dossard/contract/speaker/speaker.endpoints.ts';
import type { SpeakerFeed } from '@dossard/contract/speaker/speech.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { Failure } from '../api/failure.ts';

/** How often the speaker's page reads who rides now, which no event announces, in milliseconds. */
const refreshMs = 3_000;

/** Where the speaker's page reads: as a member of a competition, or by a link. */
export type SpeakerSource = { competitionId: number } | { token: string };

/**
 * What there is to say at the loudspeaker; `null` once the link is no longer valid. That replaces the names in the cache
 * and ends the polling: each wrong token counts against the address, which a whole venue shares.
 */
export const speakerFeed = (source: SpeakerSource) =>
  queryOptions({
    queryKey: ['speaker', source],
    queryFn: ({ signal }) =>
      'token' in source
        ? readLinked(source.token, signal)
        : callApi(getSpeakerFeed, { params: { id: source.competitionId }, signal }),
    enabled: ({ state }) => state.data !== null,
    refetchInterval: refreshMs,
  });

async function readLinked(token: string, signal: AbortSignal): Promise<SpeakerFeed | null> {
  try {
    return await callApi(getLinkedSpeakerFeed, { query: { token }, signal });
  } catch (error) {
    if (error instanceof Failure && error.code === 'invalid_token') return null;
    throw error;
  }
}

/** The address of the stream that announces changes of what `speakerFeed` reads. */
export const speakerStream = (source: SpeakerSource) =>
  'token' in source
    ? `/api/speaker/live?token=${encodeURIComponent(source.token)}`
    : `/api/competitions/${source.competitionId}/live`;

/** The speaker's link that is in force, without its token. */
export const speakerLink = (competitionId: number) =>
  queryOptions({
    queryKey: ['speaker-link', competitionId],
    queryFn: ({ signal }) => callApi(getSpeakerLink, { params: { id: competitionId }, signal }),
  });
