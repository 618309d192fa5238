import { setVisibility } from '@dossard/contract/competitions/competition.endpoints.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { useState } from 'react';
import { PageLink } from '../../desk/page.link.tsx';
import { useShareAddress } from '../../desk/share.address.ts';
import { EmbedCode, ShareLink } from '../../desk/share.link.tsx';
import { VisibilityButton } from '../../desk/visibility.button.tsx';
import { readInstallation } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { useClose } from '../../ui/fields/form.state.ts';
import { QrCode } from '../../ui/parts/qr.code.tsx';

const visibilityWords = {
  show: { title: m.make_public_sure, action: m.make_public, means: m.make_public_shows },
  hide: { title: m.make_private_sure, action: m.make_private, means: m.make_private_hides },
};

/** Whether the competition is public, the button that changes this, and the link to share (A7). */
export function SharePanel({ competition }: { competition: Competition }) {
  const { is_public } = competition;
  return (
    <div className="stack">
      <p className="soft">{is_public ? m.visibility_public_is() : m.visibility_private_is()}</p>
      {is_public ? <PublicLink competitionId={competition.id} /> : <p className="soft">{m.share_when_public()}</p>}
      <div className="desk-actions">
        <VisibilityButton
          isPublic={is_public}
          words={visibilityWords}
          act={(is_public) => perform(setVisibility, { body: { competition_id: competition.id, is_public } })}
        >
          <p className="soft">
            {m.make_public_names({ names: competition.public_names })}{' '}
            <PageLink page="edit" search={{ section: 'names' }} label={m.section_names()} />
          </p>
        </VisibilityButton>
        <PageLink page="speaker" className="button button-quiet" label={m.speaker()} />
        {is_public && <PageLink page="overview" className="button button-quiet" label={m.go_to_event_day()} />}
      </div>
    </div>
  );
}

/** The address of the public ranking, to share as text or to print as a QR code. */
function PublicLink({ competitionId }: { competitionId: number }) {
  const page = `/public/competitions/${competitionId}`;
  const link = `${useShareAddress()}${page}/live-ranking`;
  return (
    <>
      <ShareLink label={m.public_link()} link={link} />
      <div className="links">
        <OpenButton action={m.qr_code()}>
          <QrDialog link={link} />
        </OpenButton>
        <a href={`${page}/live-ranking`} target="_blank" rel="noreferrer">
          {m.open_public_page()}
        </a>
        <a href={`${page}/screen`} target="_blank" rel="noreferrer">
          {m.open_big_screen()}
        </a>
      </div>
      <details className="links fold">
        <summary>{m.share_elsewhere()}</summary>
        <EmbedCode address={`${link}?embed=1`} title={m.ranking()} />
        <a href={`/overlay/${competitionId}?layout=leader`} target="_blank" rel="noreferrer">
          {m.overlay()}
        </a>
      </details>
    </>
  );
}

function QrDialog({ link }: { link: string }) {
  return (
    <Dialog onClose={useClose()} title={m.public_link()}>
      <div className="stack middle">
        <PublicQr link={link} />
        <p className="soft small">{link}</p>
      </div>
    </Dialog>
  );
}

/** The QR code, drawn by the installation's own service if it has one, otherwise here. */
function PublicQr({ link }: { link: string }) {
  const service = readInstallation('qr-image-service');
  const [outOfReach, setOutOfReach] = useState(service === '');
  if (outOfReach) return <QrCode text={link} label={m.public_qr_of({ link })} />;
  return (
    <img
      className="qr-code"
      src={service.replaceAll('{url}', encodeURIComponent(link))}
      width={300}
      height={300}
      alt={m.public_qr_of({ link })}
      onError={() => setOutOfReach(true)}
    />
  );
}
