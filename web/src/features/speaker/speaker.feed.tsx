import { useQuery } from '@tanstack/react-query';
import { useLiveQuery } from '../../live/live.rankings.ts';
import { m } from '../../paraglide/messages.js';
import { type SpeakerSource, speakerFeed, speakerStream } from '../../queries/speaker.queries.ts';
import { GenderWords } from '../../riders/gender.words.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { SpeakerBoard } from './speaker.board.tsx';
import styles from './speaker.module.css';

/** Loads the speaker's feed live, and keeps the last one on the page while it cannot be loaded. */
export function SpeakerFeedOf({ source }: { source: SpeakerSource }) {
  const { data, error, dataUpdatedAt, refetch } = useQuery(speakerFeed(source));
  // The stream uses the same token, so it opens once the token was accepted, and closes when it is refused.
  useLiveQuery(data ? speakerStream(source) : undefined, speakerFeed(source).queryKey);
  if (data === null) {
    return (
      <Alert kind="problem" title={m.speaker_link_gone()}>
        <p>{m.speaker_link_gone_why()}</p>
      </Alert>
    );
  }
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data) return <Waiting className={`card ${styles.waiting}`} />;
  return (
    <GenderWords youth={data.competition.youth_words}>
      <StaleNote error={error} at={dataUpdatedAt} retry={() => void refetch()} />
      <SpeakerBoard feed={data} />
    </GenderWords>
  );
}
