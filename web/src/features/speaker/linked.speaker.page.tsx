import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { speakerFeed } from '../../queries/speaker.queries.ts';
import { PageFrame } from '../../ui/frame/page.frame.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { SpeakerFeedOf } from './speaker.feed.tsx';
import styles from './speaker.module.css';
import '../../ui/frame/kit.css';

/** The speaker's page for people without an account, opened by a link. */
export default function LinkedSpeakerPage({ token }: { token: string }) {
  return (
    <PageFrame>
      <main className={`page ${styles.wide}`}>
        {token === '' ? (
          <>
            <h1 className="above">{m.speaker()}</h1>
            <Alert kind="problem" title={m.speaker_link_missing()} why={m.speaker_link_gone_why()} />
          </>
        ) : (
          <Linked token={token} />
        )}
      </main>
    </PageFrame>
  );
}

function Linked({ token }: { token: string }) {
  const { data } = useQuery(speakerFeed({ token }));
  return (
    <>
      <h1 className="above">{data ? m.speaker_title_of({ competition: data.competition.name }) : m.speaker()}</h1>
      <SpeakerFeedOf source={{ token }} />
    </>
  );
}
