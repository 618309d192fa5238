/** Formats the index of a column as spreadsheets name it: A to Z, then AA. */
export function formatColumn(index: number): string {
  const before = index < 26 ? '' : formatColumn(Math.floor(index / 26) - 1);
  return before + String.fromCharCode(65 + (index % 26));
}
