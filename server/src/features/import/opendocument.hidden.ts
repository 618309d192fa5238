import { Parser } from 'htmlparser2';

/** What an OpenDocument workbook hides of a sheet; the library that reads the cells does not tell it. */
export interface Hidden {
  sheet: boolean;
  /** First and last of the hidden rows that stand together, counted from 0. */
  rows: [first: number, last: number][];
}

/** Reads which sheets and rows are hidden or filtered out, by the name of the sheet. */
export function findHidden(content: string): Map<string, Hidden> {
  const found = new Map<string, Hidden>();
  const hiddenStyles = new Set<string>();
  /** The sheets being read; a table inside a cell is not one of them. */
  const open: Hidden[] = [];
  let style = '';
  let row = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'style:style') style = attributes['style:name'] ?? '';
        if (name === 'style:table-properties' && attributes['table:display'] === 'false') hiddenStyles.add(style);
        if (name === 'table:table') {
          open.push({ sheet: hiddenStyles.has(attributes['table:style-name'] ?? ''), rows: [] });
          if (open.length > 1) return;
          row = 0;
          found.set(attributes['table:name'] ?? '', open[0] as Hidden);
        }
        if (name === 'table:table-row' && open.length === 1) {
          const next = row + (Number(attributes['table:number-rows-repeated']) || 1);
          const isHidden = ['collapse', 'filter'].includes(attributes['table:visibility'] ?? '');
          if (isHidden) open[0]?.rows.push([row, next - 1]);
          row = next;
        }
      },
      onclosetag(name) {
        if (name === 'table:table') open.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(content);
  return found;
}
