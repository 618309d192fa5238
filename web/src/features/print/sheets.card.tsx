import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import { useState } from 'react';
import { judgeAddress, listMadeLinks } from '../../desk/made.links.ts';
import { m } from '../../paraglide/messages.js';
import { SelectField } from '../../ui/fields/text.field.tsx';
import { Button } from '../../ui/parts/button.tsx';
import { PrintCard, type PrintProps } from './print.card.tsx';
import { layOutSheet } from './print.order.ts';
import { type ZoneSheet, ZoneSheets } from './zone.sheets.tsx';

/** Lines of a blank sheet; they fill a page. */
const blankLines = 24;

/** Prints sheets for the judges of one zone or of all zones. */
export function SheetsCard({ competition, riders, zones, onPrint }: PrintProps & { zones: readonly Zone[] }) {
  const [zoneId, setZoneId] = useState<number>();
  const [order, setOrder] = useState<'bib' | 'group'>('bib');
  const chosen = zones.filter(({ id }) => zoneId === undefined || id === zoneId);
  const made = listMadeLinks(competition.id);
  const addressFor = ({ id }: Zone) => {
    const link = made.filter(({ zone_ids }) => zone_ids === null || zone_ids.includes(id)).at(-1);
    return link && judgeAddress(link.token);
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
          <Button look="go" disabled={filled.length === 0} onClick={() => print(filled)}>
            {m.print_sheets_action()}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() =>
              print(chosen.map((zone) => ({ zone, rows: Array.from({ length: blankLines }, () => null) })))
            }
          >
            {m.print_sheets_blank()}
          </Button>
        </>
      }
    >
      <SelectField
        name="sheet_zone"
        label={m.zone()}
        value={zoneId ?? ''}
        onChange={({ target }) => setZoneId(Number(target.value) || undefined)}
        empty={m.filter_any_zone()}
        options={zones.map(({ id, name }) => [id, name])}
      />
      <SelectField
        name="sheet_order"
        label={m.print_order()}
        value={order}
        onChange={({ target }) => setOrder(target.value === 'group' ? 'group' : 'bib')}
        words={{ bib: m.print_by_bib, group: m.print_by_group }}
      />
    </PrintCard>
  );
}
