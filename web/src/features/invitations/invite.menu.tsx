import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/parts/button.tsx';
import { Icon } from '../../ui/parts/icons.tsx';
import { MailInvitationDialog } from './mail.invitation.dialog.tsx';

interface Props {
  competitionId: number;
  /** Label of the button, where other roles than referee are invited too. */
  label?: string;
}

/** The part of the page with the links for judges, in addresses. */
export const judgeLinksId = 'judge-links';

/**
 * The ways to invite a referee: a mail, a QR code that several people can scan (A6), or a link without an account (U1).
 */
export function InviteMenu({ competitionId, label = m.invite_referee() }: Props) {
  const [mailing, setMailing] = useState(false);
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button>
            {label} <Icon name="chevron" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setMailing(true)}>{m.invite_by_mail()}</Menu.Item>
          <Menu.Item
            renderRoot={(item) => (
              <Link
                {...item}
                to="/competitions/$competitionId/qr-invitation"
                params={{ competitionId: String(competitionId) }}
              />
            )}
          >
            {m.invite_by_qr()}
          </Menu.Item>
          <Menu.Item
            renderRoot={(item) => (
              <Link
                {...item}
                to="/competitions/$competitionId/users"
                params={{ competitionId: String(competitionId) }}
                hash={judgeLinksId}
              />
            )}
          >
            {m.invite_by_link()}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {mailing && <MailInvitationDialog competitionId={competitionId} onClose={() => setMailing(false)} />}
    </>
  );
}
