/** Reads an id from an address; NaN when it is not a positive integer. */
export function readId(text: string): number {
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
}
