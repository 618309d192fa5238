import encodeQr from 'qr';

/** A QR code as dark squares on white; `size` in squares, including a margin of two on each side (W4). */
export interface QrDrawing {
  size: number;
  /** An SVG path of the dark squares, row by row. */
  path: string;
}

/** Draws a text as a QR code that is still readable when 15 % of it is covered. */
export function drawQr(text: string): QrDrawing {
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 2 });
  const path = rows.flatMap((row, y) => darkStretches(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`));
  return { size: rows.length, path: path.join('') };
}

/** Returns the dark stretches of a row, each with its start and length. */
function darkStretches(row: readonly boolean[]): [x: number, width: number][] {
  const stretches: [number, number][] = [];
  for (const [x, dark] of row.entries()) {
    const last = stretches.at(-1);
    if (dark && last && last[0] + last[1] === x) last[1] += 1;
    else if (dark) stretches.push([x, 1]);
  }
  return stretches;
}
