import { getLinkedSpeakerFeed, getSpeakerFeed } from '@dossard/contract/speaker/speaker.endpoints.ts';
import type { SpeakerFeed } from '@dossard/contract/speaker/speech.schema.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';
import { Failure } from '../api/failure.ts';

/** How often the speaker's page polls who rides now, in milliseconds; no event announces that. */
const refreshMs = 3_000;

/** How the speaker's page has access: as a member of a competition, or by a link. */
export type SpeakerSource = { competitionId: number } | { token: string };

/**
 * The feed of the speaker's page; `null` once the link is no longer valid. The `null` removes the names from the cache
 * and ends the polling: each wrong token counts against the IP address, which a whole venue shares.
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

/** The address of the stream of a link; members follow the competition itself. */
export const speakerStream = (source: SpeakerSource) =>
  'token' in source ? `/api/speaker/live?token=${encodeURIComponent(source.token)}` : undefined;
