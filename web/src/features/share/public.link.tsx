import { useState } from 'react';
import { readInstallation, shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { CopyField, ShareLink } from '../../ui/parts/share.link.tsx';

/** The address of the public ranking, to share as text or to print as a QR code. */
export function PublicLink({ competitionId }: { competitionId: number }) {
  const [showsQr, setShowsQr] = useState(false);
  const place = `${shareAddress()}/public/competitions/${competitionId}`;
  const link = `${place}/live-ranking`;
  return (
    <>
      <ShareLink label={m.public_link()} link={link} />
      <div className="links">
        <Button onClick={() => setShowsQr(true)}>{m.qr_code()}</Button>
        <a href={link} target="_blank" rel="noreferrer">
          {m.open_public_page()}
        </a>
        <a href={`${place}/screen`} target="_blank" rel="noreferrer">
          {m.open_big_screen()}
        </a>
      </div>
      <details className="links fold">
        <summary>{m.share_elsewhere()}</summary>
        <CopyField label={m.embed_code()} hint={m.embed_code_why()} text={embedCode(link)} />
        <a href={`${shareAddress()}/overlay/${competitionId}?layout=leader`} target="_blank" rel="noreferrer">
          {m.overlay()}
        </a>
      </details>
      {showsQr && (
        <Dialog onClose={() => setShowsQr(false)} title={m.public_link()}>
          <div className="stack middle">
            <PublicQr link={link} />
            <p className="soft small">{link}</p>
          </div>
        </Dialog>
      )}
    </>
  );
}

/** Returns the HTML that embeds the ranking in another site. */
const embedCode = (link: string) =>
  `<iframe src="${link}?embed=1" title="${m.ranking()}" width="100%" height="700" style="border:0" loading="lazy"></iframe>`;

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
