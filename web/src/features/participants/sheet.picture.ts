/* Draws a table like a spreadsheet program: letters above the columns, numbers beside the rows. */

const rowHeight = 30;
const numberWidth = 34;
const letterHeight = 26;
const padding = 8;
const fontFamily = 'Arial, sans-serif';
const fontSize = 15;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (sign) => escapes[sign] ?? sign);

/** A picture as the `src` of an `img`, with its size in pixels. */
export interface Picture {
  src: string;
  width: number;
  height: number;
}

/** Draws a sheet whose first row holds the headings. */
export function drawSheet(rows: readonly (readonly string[])[]): Picture {
  const widthOf = measureTexts();
  const columns = rows[0]?.map((_, at) => Math.max(...rows.map((row, top) => widthOf(row[at] ?? '', top === 0)))) ?? [];
  const widths = columns.map((widest) => Math.ceil(widest) + 2 * padding);
  const lefts = widths.map((_, at) => widths.slice(0, at).reduce((sum, width) => sum + width, numberWidth));
  const width = widths.reduce((sum, one) => sum + one, numberWidth) + 1;
  const height = letterHeight + rows.length * rowHeight + 1;
  const topOf = (row: number) => letterHeight + row * rowHeight;

  const lines = [
    ...lefts.map((left) => `M${left + 0.5} 0V${height}`),
    ...rows.map((_, row) => `M0 ${topOf(row) + 0.5}H${width}`),
    `M0 ${height - 0.5}H${width}M${width - 0.5} 0V${height}M0 .5H${width}M.5 0V${height}`,
  ].join('');
  const label = (x: number, y: number, text: string | number) => `<text x="${x}" y="${y}" class="label">${text}</text>`;
  const letters = lefts.map((left, at) =>
    label(left + (widths[at] ?? 0) / 2, letterHeight - 8, String.fromCharCode(65 + at)),
  );
  const numbers = rows.map((_, row) => label(numberWidth / 2, topOf(row) + 20, row + 1));
  const cells = rows.flatMap((row, at) =>
    row.map((text, column) => {
      const isNumber = at > 0 && /^\d+$/.test(text);
      const left = lefts[column] ?? 0;
      const x = isNumber ? left + (widths[column] ?? 0) - padding : left + padding;
      const style = `${at === 0 ? ' font-weight="700"' : ''}${isNumber ? ' text-anchor="end"' : ''}`;
      return `<text x="${x}" y="${topOf(at) + 20}"${style}>${escapeXml(text)}</text>`;
    }),
  );
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`,
    ` font-family="${fontFamily}" font-size="${fontSize}" fill="#1b1b1b">`,
    '<style>.label{fill:#5a5a5a;font-size:13px;text-anchor:middle}</style>',
    `<path fill="#fff" d="M0 0h${width}v${height}H0z"/>`,
    `<path fill="#ececec" d="M0 0h${width}v${letterHeight}H${numberWidth}V${height}H0z"/>`,
    `<path stroke="#c4c4c4" d="${lines}"/>`,
    ...letters,
    ...numbers,
    ...cells,
    `<path fill="none" stroke="#12633f" stroke-width="2" d="M${numberWidth + 1} ${letterHeight + 1}h${(widths[0] ?? 2) - 1}v${rowHeight - 1}h-${(widths[0] ?? 2) - 1}z"/>`,
    '</svg>',
  ].join('');
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height };
}

/**
 * Measures texts in the font of the picture, in pixels; estimates by the mean letter width where the browser cannot.
 */
function measureTexts(): (text: string, isBold: boolean) => number {
  const canvas = document.createElement('canvas').getContext('2d');
  return (text, isBold) => {
    if (!canvas) return text.length * 9;
    canvas.font = `${isBold ? 'bold ' : ''}${fontSize}px ${fontFamily}`;
    return canvas.measureText(text).width;
  };
}
