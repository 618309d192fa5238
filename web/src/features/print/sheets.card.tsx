import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { doorNames } from '@dossard/contract/runs/doors.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useState } from 'react';
import { judgeAddress, listMadeLinks } from '../../desk/made.links.ts';
import { useShareAddress } from '../../desk/share.address.ts';
import { m } from '../../paraglide/messages.js';
import { fullName, useGenderWords } from '../../riders/rider.words.tsx';
import { ZoneField } from '../../riders/zone.field.tsx';
import { joinFacts } from '../../text/formats.ts';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { PrintFoot } from '../../ui/parts/print.out.tsx';
import { QrCode } from '../../ui/parts/qr.code.tsx';
import { PaperHead, PrintCard, type PrintProps } from './print.card.tsx';
import styles from './print.module.css';
import { layOutSheet, type SheetRow } from './print.order.ts';

/** Lines of a blank sheet; they fill a page. */
const blankLines = 24;

/** Prints sheets for the judges of one zone or of all zones. */
export function SheetsCard({ competition, riders, zones, onPrint }: PrintProps & { zones: readonly Zone[] }) {
  const [zoneId, setZoneId] = useState<number>();
  const [chosenOrder, setOrder] = useState<'bib' | 'group'>();
  const order = chosenOrder ?? (riders.some(({ start_position }) => start_position != null) ? 'group' : 'bib');
  const chosen = zones.filter(({ id }) => zoneId === undefined || id === zoneId);
  const origin = useShareAddress();
  const made = listMadeLinks(competition.id);
  const addressFor = ({ id }: Zone) => {
    const link = made.filter(({ zone_ids }) => zone_ids === null || zone_ids.includes(id)).at(-1);
    return link && judgeAddress(origin, link.token);
  };
  const print = (sheets: ZoneSheet[]) =>
    onPrint(
      <ZoneSheets
        competition={competition}
        sheets={sheets.map((sheet) => ({ ...sheet, judgeAddress: addressFor(sheet.zone) }))}
      />,
    );
  const filled = chosen
    .map((zone) => ({ zone, rows: layOutSheet(zone, riders, { laps: competition, order }) }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <PrintCard
      title={m.print_sheets()}
      why={m.print_sheets_why()}
      buttons={
        <>
          <Button
            action={m.print_sheets_action()}
            look="go"
            disabled={filled.length === 0}
            onClick={() => print(filled)}
          />
          <Button
            action={m.print_sheets_blank()}
            disabled={chosen.length === 0}
            onClick={() =>
              print(chosen.map((zone) => ({ zone, rows: Array.from({ length: blankLines }, () => null) })))
            }
          />
        </>
      }
    >
      <ZoneField name="sheet_zone" zones={zones} value={zoneId} empty={m.filter_any_zone()} onZone={setZoneId} />
      <SelectField
        name="sheet_order"
        label={m.print_order()}
        value={order}
        onValue={setOrder}
        words={{ bib: m.print_by_bib, group: m.print_by_group }}
      />
    </PrintCard>
  );
}

/** A zone with the lines of its sheet; a blank one has lines without riders. */
interface ZoneSheet {
  zone: Zone;
  rows: readonly (SheetRow | null)[];
  /** The address by which the zone's judges record on a phone, as a code. */
  judgeAddress?: string | undefined;
}

/** The sheets that judges write on: six boxes, feet, time and signature for each run. */
function ZoneSheets({ competition, sheets }: { competition: Competition; sheets: readonly ZoneSheet[] }) {
  return (
    <>
      <PrintFoot text={`${m.print_sheets()} · ${competition.name}`} />
      {sheets.map(({ zone, rows, judgeAddress }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a zone may have several blank sheets.
        <div key={`${zone.id} ${index}`} className={styles.sheet}>
          <table className={styles.boxes}>
            <thead>
              <tr>
                {/* Repeated on each page: loose sheets of a zone lie on a table in the field. */}
                <td colSpan={11}>
                  <PaperHead competition={competition} title={zone.name} />
                </td>
              </tr>
              <tr>
                <th scope="col">{m.print_bib()}</th>
                <th scope="col">{m.rider()}</th>
                {doorNames.map((door, index) => (
                  <th key={door} scope="col" className={styles.box}>
                    P{index + 1}
                  </th>
                ))}
                <th scope="col" className={styles.short}>
                  {m.sheet_feet()}
                </th>
                <th scope="col" className={styles.short}>
                  {m.time()}
                </th>
                <th scope="col" className={styles.signature}>
                  {m.sheet_signature()}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, line) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: blank lines have nothing else.
                <SheetLine key={line} row={row} goesOn={row !== null && rows[line + 1]?.rider === row.rider} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td colSpan={11}>
                  <p className={styles.judge}>
                    <span>{m.sheet_judge()}</span>
                    <span>{m.sheet_signature()}</span>
                  </p>
                  <p>{m.sheet_how()}</p>
                  {judgeAddress && (
                    <div className={styles.judgeCode}>
                      <QrCode text={judgeAddress} label={m.judge_code_of({ name: zone.name })} />
                      <p>{m.sheet_judge_code()}</p>
                    </div>
                  )}
                </td>
              </tr>
            </tfoot>
          </table>
        </div>
      ))}
    </>
  );
}

/** A line to write on; `goesOn` if the next one is of the same rider, with whom it stays on one page. */
function SheetLine({ row, goesOn }: { row: SheetRow | null; goesOn: boolean }) {
  const { groupWord } = useGenderWords();
  return (
    <tr data-goes-on={goesOn || undefined}>
      <th scope="row" className={styles.bib}>
        {row?.rider.dossard_number}
      </th>
      <td className={`one-line ${styles.rider}`}>
        {row && (
          <>
            {fullName(row.rider)}
            <small>{joinFacts(groupWord(row.rider), row.lap && m.run_number({ number: row.lap }))}</small>
          </>
        )}
      </td>
      {[...doorNames, 'feet', 'time', 'signature'].map((cell) => (
        <td key={cell} />
      ))}
    </tr>
  );
}
