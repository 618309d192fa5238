import { CompetitionDesk } from '../../desk/competition.desk.tsx';
import { SpeakerFeedOf } from './speaker.feed.tsx';
import { SpeakerLinkCard } from './speaker.link.card.tsx';

/** The speaker's page for admins and editors; admins can share it by a link. */
export function SpeakerPage({ competitionId }: { competitionId: number }) {
  return (
    <CompetitionDesk competitionId={competitionId} page="speaker" waiting={12}>
      {(_, may) => (
        <>
          <SpeakerFeedOf source={{ competitionId }} />
          {may('manage_competition') && <SpeakerLinkCard competitionId={competitionId} />}
        </>
      )}
    </CompetitionDesk>
  );
}
