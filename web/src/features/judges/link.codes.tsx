import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { JudgeLink } from '@dossard/contract/judges/judge.schema.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { judgeAddress, listMadeLinks } from '../../desk/made.links.ts';
import { useShareAddress } from '../../desk/share.address.ts';
import { LinkReach } from '../../desk/share.link.tsx';
import { m } from '../../paraglide/messages.js';
import { formatFullMoment } from '../../text/formats.ts';
import { OpenButton } from '../../ui/dialogs/open.button.tsx';
import { CopyField } from '../../ui/parts/copy.field.tsx';
import { PrintOut } from '../../ui/parts/print.out.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { PaperHead } from '../print/print.card.tsx';
import printing from '../print/print.module.css';
import { isUsable, nameOfLink } from './judge.links.tsx';
import styles from './judges.module.css';

interface Props {
  competition: Competition;
  links: readonly JudgeLink[];
  zones: readonly Zone[];
}

/** The codes of the links that were made in this tab: to scan, to copy, and to print, a page for each. */
export function LinkCodes({ competition, links, zones }: Props) {
  const origin = useShareAddress();
  const shown = listMadeLinks(competition.id).flatMap(({ id, token }) => {
    const link = links.find((one) => one.id === id && isUsable(one));
    return link ? [{ link, address: judgeAddress(origin, token), name: nameOfLink(link, zones) }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <>
      <LinkReach />
      <p>{m.judge_codes_once()}</p>
      <div className="desk-actions">
        <OpenButton action={m.judge_codes_print({ count: shown.length })}>
          {() => (
            <PrintOut id="print-out">
              {shown.map(({ link, address, name }) => (
                <section key={link.id} className={printing.sheet}>
                  <PaperHead competition={competition} title={name} />
                  <div className={styles.paper}>
                    <QrCode text={address} label={m.judge_code_of({ name })} />
                    <ol>
                      <li>{m.judge_paper_scan()}</li>
                      <li>{m.judge_paper_name()}</li>
                      <li>{m.judge_paper_begin()}</li>
                    </ol>
                    <p>{m.judge_link_is_valid({ time: formatFullMoment(new Date(link.ends_at), 'minute') })}</p>
                  </div>
                </section>
              ))}
            </PrintOut>
          )}
        </OpenButton>
      </div>
      <ul className={`tiles ${styles.codes}`}>
        {shown.map(({ link, address, name }) => (
          <li key={link.id} className="stack">
            <h3 translate="no">{name}</h3>
            <QrCode text={address} label={m.judge_code_of({ name })} />
            <CopyField label={m.judge_link_copy()} text={address} />
          </li>
        ))}
      </ul>
    </>
  );
}
