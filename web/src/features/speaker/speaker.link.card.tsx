import { createSpeakerLink, deleteSpeakerLink } from '@dossard/contract/speaker/speaker.endpoints.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { speakerLink } from '../../queries/speaker.queries.ts';
import { formatDay } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { ShareLink } from '../../ui/parts/share.link.tsx';
import { toast } from '../../ui/parts/toast.ts';
import styles from './speaker.module.css';

/** The link for a speaker without an account: created, replaced and revoked here. */
export function SpeakerLinkCard({ competitionId }: { competitionId: number }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(speakerLink(competitionId));
  const [token, setToken] = useState<string>();
  const [asks, setAsks] = useState<'replace' | 'revoke'>();
  const params = { id: competitionId };
  const readAgain = () => queryClient.invalidateQueries({ queryKey: speakerLink(competitionId).queryKey });

  async function create() {
    const made = await callApi(createSpeakerLink, { params });
    setToken(made.token);
    await readAgain();
  }
  async function revoke() {
    await callApi(deleteSpeakerLink, { params });
    setToken(undefined);
    toast('speaker', m.speaker_link_revoked());
    await readAgain();
  }
  const { mutate, isPending, error: refused } = useMutation({ mutationFn: create });
  const link = data?.link;
  const close = () => setAsks(undefined);
  return (
    <section className={`card panel ${styles.link}`} aria-labelledby="speaker-link">
      <h2 id="speaker-link">{m.speaker_link()}</h2>
      <p className="soft">{m.speaker_link_why()}</p>
      {error && !data && <FailureAlert error={error} retry={() => void refetch()} />}
      {refused && <FailureAlert error={refused} />}
      {link && (
        <p>
          {m.speaker_link_of({
            name: link.created_by,
            day: formatDay(new Date(link.expires_at).toLocaleDateString('sv-SE')),
          })}
        </p>
      )}
      {link && token && (
        <>
          <ShareLink label={m.speaker_link()} link={`${shareAddress()}/speaker?token=${token}`} />
          <p>{m.speaker_link_once()}</p>
        </>
      )}
      {data && (
        <div className={styles.ways}>
          {link ? (
            <>
              <button type="button" className="button" onClick={() => setAsks('replace')}>
                {m.speaker_link_replace()}
              </button>
              <button type="button" className="button button-danger" onClick={() => setAsks('revoke')}>
                {m.speaker_link_revoke()}
              </button>
            </>
          ) : (
            <button type="button" className="button" aria-disabled={isPending} onClick={() => !isPending && mutate()}>
              {m.speaker_link_make()}
            </button>
          )}
        </div>
      )}
      <ConfirmDialog
        opened={asks === 'replace'}
        onClose={close}
        title={m.speaker_link_replace_sure()}
        action={m.speaker_link_replace()}
        danger
        act={create}
        onDone={close}
      >
        <p>{m.speaker_link_replace_why()}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={asks === 'revoke'}
        onClose={close}
        title={m.speaker_link_revoke_sure()}
        action={m.speaker_link_revoke()}
        danger
        act={revoke}
        onDone={close}
      >
        <p>{m.speaker_link_revoke_why()}</p>
      </ConfirmDialog>
    </section>
  );
}
