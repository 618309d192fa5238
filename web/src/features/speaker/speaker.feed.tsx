import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { combineReads } from '../../live/combined.reads.ts';
import { keepStream } from '../../live/kept.stream.ts';
import { refetchChanged } from '../../live/live.ts';
import { m } from '../../paraglide/messages.js';
import { type SpeakerSource, speakerFeed, speakerStream } from '../../queries/speaker.queries.ts';
import { GenderWords } from '../../riders/rider.words.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { SpeakerBoard } from './speaker.board.tsx';

/** Loads the speaker's feed live, and keeps the last one on the page while it cannot be loaded. */
export function SpeakerFeedOf({ source }: { source: SpeakerSource }) {
  const feed = useQuery(speakerFeed(source));
  const { data } = feed;
  // The stream uses the same token, so it opens once the token was accepted, and closes when it is refused.
  useLiveFeed(source, Boolean(data));
  if (data === null) {
    return <Alert kind="problem" title={m.speaker_link_gone()} why={m.speaker_link_gone_why()} />;
  }
  return (
    <Reading of={{ ...feed, data }} waiting={12} showsAge>
      {(shown) => (
        <GenderWords youth={shown.competition.youth_words}>
          <SpeakerBoard feed={shown} />
        </GenderWords>
      )}
    </Reading>
  );
}

/** Refetches the feed at each event while its stream is open, without delay, because the speaker waits for the words. */
function useLiveFeed(source: SpeakerSource, isOpen: boolean): void {
  const queryClient = useQueryClient();
  const address = isOpen ? speakerStream(source) : undefined;
  const key = JSON.stringify(speakerFeed(source).queryKey);
  useEffect(() => {
    if (address === undefined) return;
    const reads = combineReads(
      () => refetchChanged(queryClient, { queryKey: JSON.parse(key) }),
      () => 0,
    );
    const endStream = keepStream({ address: () => address, onEvent: reads.request, onLost: () => {} });
    return () => {
      endStream();
      reads.end();
    };
  }, [address, key, queryClient]);
}
