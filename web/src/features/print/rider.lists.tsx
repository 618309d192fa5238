import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { m } from '../../paraglide/messages.js';
import { bibCode } from '../../riders/bib.code.ts';
import { useGenderWords } from '../../riders/gender.words.tsx';
import { riderName } from '../../riders/rider.tsx';
import { formatStatus } from '../../riders/status.words.ts';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { PaperHead } from './paper.head.tsx';
import styles from './print.module.css';
import type { Section } from './print.order.ts';

/** A start list, or a list for handing out bibs, with a box to tick and space for a signature. */
export type ListKind = 'start' | 'bibs';

interface Props {
  competition: Competition;
  kind: ListKind;
  sections: readonly Section[];
}

/** Riders by bib, in sections of a group or a club. */
export function RiderLists({ competition, kind, sections }: Props) {
  const { groupWord } = useGenderWords();
  return (
    <div className={styles.sheet}>
      <PaperHead competition={competition} title={kind === 'start' ? m.print_start_list() : m.print_bib_list()} />
      {sections.map(({ group, club, riders }) => {
        const hasStart = kind === 'start' && group !== undefined && riders.some(({ start_position }) => start_position);
        const title = group ? groupWord(group) : club === '' ? m.print_no_club() : club;
        return (
          <section key={title ?? ''} className={styles.section}>
            {title !== undefined && (
              <h2>
                {title} <small>{m.riders({ count: riders.length })}</small>
              </h2>
            )}
            <table className={styles.list}>
              <thead>
                <tr>
                  {hasStart && <th scope="col">{m.print_start_place()}</th>}
                  <th scope="col" className={styles.bib}>
                    {m.print_bib()}
                  </th>
                  <th scope="col">{m.rider()}</th>
                  {!group && <th scope="col">{m.filter_group()}</th>}
                  {club === undefined && <th scope="col">{m.club()}</th>}
                  {kind === 'bibs' && <th scope="col">{m.print_code()}</th>}
                  {kind === 'bibs' && <th scope="col">{m.print_handed_out()}</th>}
                  {kind === 'bibs' && <th scope="col">{m.sheet_signature()}</th>}
                </tr>
              </thead>
              <tbody>
                {riders.map((rider) => (
                  <tr key={rider.dossard_number}>
                    {hasStart && <td className="numbers">{rider.start_position}</td>}
                    <th scope="row" className={styles.bib}>
                      {rider.dossard_number}
                    </th>
                    <td>
                      {riderName(rider)}
                      {rider.status && ` · ${formatStatus(rider.status)}`}
                    </td>
                    {!group && <td>{groupWord(rider)}</td>}
                    {club === undefined && <td>{rider.club}</td>}
                    {kind === 'bibs' && (
                      <td className={styles.code}>
                        <QrCode
                          text={bibCode(competition.id, rider.dossard_number)}
                          label={m.bib_code_of({ dossard: rider.dossard_number })}
                        />
                      </td>
                    )}
                    {kind === 'bibs' && (
                      <td className={styles.tick}>
                        <span />
                      </td>
                    )}
                    {kind === 'bibs' && <td className={styles.sign} />}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        );
      })}
    </div>
  );
}
