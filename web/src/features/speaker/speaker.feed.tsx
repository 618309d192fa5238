import { useQuery } from '@tanstack/react-query';
import { type LiveReads, useLive } from '../../live/live.ts';
import { m } from '../../paraglide/messages.js';
import { type SpeakerSource, speakerFeed, speakerStream } from '../../queries/speaker.queries.ts';
import { GenderWords } from '../../riders/rider.words.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { SpeakerBoard } from './speaker.board.tsx';

/** At each event without delay, because the speaker waits for the words. */
const feedReads: LiveReads = { changed: () => ({ queryKey: ['speaker'] }), delayMs: () => 0 };

/** Loads the speaker's feed live, and keeps the last one on the page while it cannot be loaded. */
export function SpeakerFeedOf({ source }: { source: SpeakerSource }) {
  const feed = useQuery(speakerFeed(source));
  const { data } = feed;
  // The stream uses the same token, so it opens once the token was accepted, and closes when it is refused.
  useLive(data?.competition.id ?? null, feedReads, speakerStream(source));
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
