import { createSpeakerLink, deleteSpeakerLink, getSpeakerLink } from '@dossard/contract/speaker/speaker.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { competitionPage, type PageOf } from '../../desk/competition.desk.tsx';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { useShareAddress } from '../../desk/share.address.ts';
import { ShareLink } from '../../desk/share.link.tsx';
import { formatLocalDay } from '../../device/today.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatDay } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { SpeakerFeedOf } from './speaker.feed.tsx';

/** The speaker's page for admins and editors; admins can share it by a link, which is on top. */
const SpeakerPage: PageOf = competitionPage(
  {
    page: 'speaker',
    waiting: 12,
    actions: (may) => may('manage_competition') && <LinkButton />,
  },
  () => <SpeakerFeedOf source={{ competitionId: usePageCompetition().id }} />,
);
export default SpeakerPage;

/** Opens the link for a speaker without an account. */
function LinkButton() {
  // Kept while the page is open: it cannot be read again.
  const [token, setToken] = useState<string>();
  return (
    <OpenButton action={m.speaker_link()}>
      <SpeakerLink {...{ token, setToken }} />
    </OpenButton>
  );
}

interface LinkProps {
  token: string | undefined;
  setToken: (token: string | undefined) => void;
}

/** The link for a speaker without an account: created, replaced and revoked here. */
function SpeakerLink({ token, setToken }: LinkProps) {
  const params = { id: usePageCompetition().id };
  const close = useClose();
  const made = useQuery(read(getSpeakerLink, { params }));
  const { data } = made;
  const origin = useShareAddress();
  const create = () => perform(createSpeakerLink, { params, first: ({ token }) => setToken(token) });
  const revoke = () =>
    perform(deleteSpeakerLink, { params, first: () => setToken(undefined), said: m.speaker_link_revoked() });
  const link = data?.link;
  return (
    <Dialog title={m.speaker_link()} onClose={close}>
      <p className="soft">{m.speaker_link_why()}</p>
      <Reading of={made} />
      {link && (
        <p>
          {m.speaker_link_of({
            name: link.created_by,
            day: formatDay(formatLocalDay(new Date(link.expires_at))),
          })}
        </p>
      )}
      {link && token && (
        <>
          <ShareLink label={m.speaker_link()} link={`${origin}/speaker?token=${token}`} qr={m.speaker_qr()} />
          <p>{m.speaker_link_once()}</p>
        </>
      )}
      {data && (
        <div className="desk-actions">
          {link ? (
            <>
              <ConfirmButton
                title={m.speaker_link_replace_sure()}
                action={m.speaker_link_replace()}
                danger
                act={create}
                why={m.speaker_link_replace_why()}
              />
              <ConfirmButton
                look="danger"
                title={m.speaker_link_revoke_sure()}
                action={m.speaker_link_revoke()}
                danger
                act={revoke}
                why={m.speaker_link_revoke_why()}
              />
            </>
          ) : (
            <ActionButton action={m.speaker_link_make()} act={create} />
          )}
        </div>
      )}
    </Dialog>
  );
}
