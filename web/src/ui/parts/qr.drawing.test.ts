import encodeQr from 'qr';
import { expect, test } from 'vitest';
import { drawQr } from './qr.drawing.ts';

const link = `https://dossard.example/referee/invitation?token=${'aB3_-'.repeat(9)}`;

/** Returns the squares that a path paints dark. */
function painted({ size, path }: ReturnType<typeof drawQr>): boolean[][] {
  const squares = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    squares[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  return squares;
}

test('a drawing has every dark square of the code and no other', () => {
  expect(painted(drawQr(link))).toEqual(encodeQr(link, 'raw', { ecc: 'medium', border: 2 }));
});

test('a drawing has a margin of two squares on each side', () => {
  const { size, ...drawing } = drawQr(link);
  const squares = painted({ size, ...drawing });
  const edge = squares.flatMap((row, y) => row.filter((_, x) => Math.min(x, y, size - 1 - x, size - 1 - y) < 2));
  expect(edge).toHaveLength(4 * 2 * (size - 2));
  expect(edge).not.toContain(true);
  expect(squares[2]?.slice(2, 9)).toEqual(Array(7).fill(true));
});
