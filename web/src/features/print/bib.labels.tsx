import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import type { Participant } from '@dossard/contract/participants/participant.schema.ts';
import { m } from '../../paraglide/messages.js';
import { bibCode } from '../../riders/bib.code.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import styles from './print.module.css';
import { cutPages, figureHeight, type LabelSize } from './print.order.ts';

interface Props {
  competition: Competition;
  riders: readonly Participant[];
  size: LabelSize;
}

/** Labels with the number of each rider, to stick on or cut out. */
export function BibLabels({ competition, riders, size }: Props) {
  const { groupWord } = useGenderWords();
  return cutPages(riders, size.columns * size.rows).map((page) => (
    <div
      key={page[0]?.dossard_number}
      className={styles.labels}
      style={{ gridTemplateColumns: `repeat(${size.columns}, ${size.width}mm)`, gridAutoRows: `${size.height}mm` }}
    >
      {page.map((rider) => (
        <div key={rider.dossard_number} className={styles.label} data-large={size.height > 100 || undefined}>
          <span className={styles.plate}>
            <strong style={{ fontSize: `${figureHeight(size, rider.dossard_number)}mm` }}>
              {rider.dossard_number}
            </strong>
            <QrCode
              text={bibCode(competition.id, rider.dossard_number)}
              label={m.bib_code_of({ dossard: rider.dossard_number })}
            />
          </span>
          <span className={styles.labelName}>
            {riderName(rider)} · {groupWord(rider)}
          </span>
          <small>{rider.club ?? competition.name}</small>
        </div>
      ))}
    </div>
  ));
}
