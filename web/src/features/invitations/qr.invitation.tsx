import type { AnswerOf } from '@dossard/contract/calls/endpoint.ts';
import { createInvitation } from '@dossard/contract/invitations/invitation.endpoints.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { useShareAddress } from '../../desk/share.address.ts';
import { ShareLink } from '../../desk/share.link.tsx';
import { type Moment, readMoment, useMoment } from '../../device/clock.ts';
import { sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { pendingInvitations } from '../../queries/invitation.queries.ts';
import { formatChrono } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { secondsLeft } from './countdown.ts';
import styles from './qr.invitation.module.css';

/** Remaining seconds at which the countdown starts to warn. */
const soonSec = 60;

/** A new QR code and link that any number of referees can join with until the countdown ends (A6). */
export function Invitation() {
  const { id } = usePageCompetition();
  const queryClient = useQueryClient();
  // Each call creates a new invitation, so call only when the page opens and on request.
  const read = useQuery({
    queryKey: ['invitation', id],
    queryFn: async ({ signal }) => {
      const invitation = await callApi(createInvitation, { params: { id }, signal });
      void queryClient.invalidateQueries({ queryKey: pendingInvitations(id).queryKey });
      return { invitation, received: readMoment() };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
  });
  const origin = useShareAddress();
  const { data, error } = read;
  if (!data) return <Reading of={read} waiting={<InvitationWaiting />} />;
  const { invitation, received } = data;
  const link = `${origin}/referee/invitation?token=${encodeURIComponent(invitation.token)}`;
  return (
    <div className={`card panel ${styles.invitation}`}>
      {error && <FailureAlert error={error} />}
      <Code
        key={invitation.token}
        link={link}
        invitation={invitation}
        received={received}
        renewing={read.isFetching}
        onRenew={() => void read.refetch()}
      />
    </div>
  );
}

interface CodeProps {
  link: string;
  invitation: AnswerOf<typeof createInvitation>;
  /** When the answer arrived, by the clocks of this device. */
  received: Moment;
  renewing: boolean;
  onRenew: () => void;
}

function Code({ link, invitation, received, renewing, onRenew }: CodeProps) {
  const [large, setLarge] = useState(false);
  const left = secondsLeft(invitation, received, useMoment(1000, true));
  const renewal = (
    <Button
      action={renewing ? m.invitation_renewing() : m.invitation_renew()}
      look={left === 0 && 'go'}
      onClick={() => renewing || onRenew()}
      aria-disabled={renewing}
    />
  );
  if (left === 0)
    return (
      <>
        <Alert kind="warning" title={m.invitation_expired()} why={m.invitation_expired_why()} />
        <div className="desk-actions">{renewal}</div>
      </>
    );
  return (
    <>
      <p>{m.invitation_how()}</p>
      <div className={`stack middle ${styles.invitationCode}`} data-large={large || undefined}>
        <QrCode text={link} label={m.qr_invitation()} />
      </div>
      <div>
        <p className={`row ${styles.invitationLeft}`} data-soon={left < soonSec || undefined}>
          <span>{m.invitation_left()}</span>{' '}
          <strong className="numbers" role="timer">
            {formatChrono(left).padStart(5, '0')}
          </strong>
        </p>
        <p role="status" className={styles.invitationSoon}>
          {left < soonSec && m.invitation_soon()}
        </p>
      </div>
      <div className="desk-actions">
        {renewal}
        <Button action={m.qr_large()} aria-pressed={large} onClick={() => setLarge(!large)} />
      </div>
      <div className={styles.invitationLink}>
        <ShareLink label={m.invitation_link()} link={link} isMain={!sendsMail()} />
      </div>
    </>
  );
}

/** Keeps the place of the code while it loads. */
export function InvitationWaiting() {
  return (
    <div className={`card panel ${styles.invitation}`} aria-busy="true" data-waiting={true}>
      <div className="qr-code skeleton" />
    </div>
  );
}
