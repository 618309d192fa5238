import { getLinkedSpeakerFeed, getSpeakerFeed, getSpeakerLink } from '@dossard/contract/speaker/speaker.endpoints.ts';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../api/client.ts';

/** How often the speaker's page reads who rides now, which no event announces, in milliseconds. */
const refreshMs = 3_000;

/** Where the speaker's page reads: as a member of a competition, or by a link. */
export type SpeakerSource = { competitionId: number } | { token: string };

/** What there is to say at the loudspeaker. */
export const speakerFeed = (source: SpeakerSource) =>
  queryOptions({
    queryKey: ['speaker', source],
    queryFn: ({ signal }) =>
      'token' in source
        ? callApi(getLinkedSpeakerFeed, { query: { token: source.token }, signal })
        : callApi(getSpeakerFeed, { params: { id: source.competitionId }, signal }),
    refetchInterval: refreshMs,
  });

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
