import { reachesOthers } from '../device/reach.ts';
import { m } from '../paraglide/messages.js';
import { SelectField } from '../ui/fields/text.field.tsx';
import { CopyField, OnlyHere } from '../ui/parts/copy.field.tsx';
import { QrCode } from '../ui/parts/qr.code.tsx';
import { chooseNetworkAddress, useNetworkAddresses, useShareAddress } from './share.address.ts';

interface Props {
  label: string;
  link: string;
  isMain?: boolean;
  /** Names its QR code, to scan from this screen; absent: there is none. */
  qr?: string;
}

/** A link to share, with the devices that can open it if not all can. */
export function ShareLink({ label, link, isMain, qr }: Props) {
  return (
    <div className="stack-close">
      <CopyField label={label} text={link} {...(isMain && { isMain })} />
      <LinkReach />
      {qr && (
        <details className="fold">
          <summary>{m.qr_code()}</summary>
          <QrCode text={link} label={qr} />
        </details>
      )}
    </div>
  );
}

/** The HTML that embeds a page in another site, to copy. */
export const EmbedCode = ({ address, title }: { address: string; title: string }) => (
  <CopyField
    label={m.embed_code()}
    hint={m.embed_code_why()}
    text={`<iframe src="${address}" title="${title}" width="100%" height="700" style="border:0" loading="lazy"></iframe>`}
  />
);

/** Says which devices can open the links of this page if not all can, and chooses among the addresses of this machine. */
export function LinkReach() {
  const origin = useShareAddress();
  const { addresses, isPending } = useNetworkAddresses();
  if (isPending) return null;
  if (!reachesOthers(origin)) return <OnlyHere link={origin} />;
  const [address] = addresses;
  if (!address) return null;
  if (addresses.length === 1) return <p className="soft small">{m.link_on_network({ host: address })}</p>;
  return (
    <SelectField
      name="network-address"
      label={m.link_network_address()}
      hint={`${m.link_on_network({ host: address })} ${m.link_network_address_why()}`}
      value={address}
      onValue={chooseNetworkAddress}
      options={[...addresses].sort().map((one) => [one, one])}
    />
  );
}
