import { Modal } from '@mantine/core';
import { useState } from 'react';
import { readInstallation, shareAddress } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { CopyField, ShareLink } from '../../ui/parts/share.link.tsx';
import styles from './public.link.module.css';

/** The address of the public ranking, to share as text or to print as a QR code. */
export function PublicLink({ competitionId }: { competitionId: number }) {
  const [showsQr, setShowsQr] = useState(false);
  const place = `${shareAddress()}/public/competitions/${competitionId}`;
  const link = `${place}/live-ranking`;
  return (
    <>
      <ShareLink label={m.public_link()} link={link} />
      <div className={styles.ways}>
        <button type="button" className="button" onClick={() => setShowsQr(true)}>
          {m.qr_code()}
        </button>
        <a href={link} target="_blank" rel="noreferrer">
          {m.open_public_page()}
        </a>
        <a href={`${place}/screen`} target="_blank" rel="noreferrer">
          {m.open_big_screen()}
        </a>
        <a href={`${shareAddress()}/overlay/${competitionId}?layout=leader`} target="_blank" rel="noreferrer">
          {m.overlay()}
        </a>
      </div>
      <CopyField label={m.embed_code()} hint={m.embed_code_why()} text={embedCode(link)} />
      <Modal
        opened={showsQr}
        onClose={() => setShowsQr(false)}
        title={m.public_link()}
        closeButtonProps={{ 'aria-label': m.close() }}
        centered
      >
        <div className={styles.publicQr}>
          <PublicQr link={link} />
          <p className={styles.publicQrLink}>{link}</p>
        </div>
      </Modal>
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
