/** Maximum number of bibs that one call accepts. */
const most = 1_000;

/** Parses a list of missing bibs such as `13, 40-45`; undefined if it is not such a list. */
export function parseLeftOut(text: string): number[] | undefined {
  const found: number[] = [];
  for (const part of text.split(/[,;\s]+/).filter(Boolean)) {
    const [, from = '', to = from] = /^(\d{1,5})(?:[-–](\d{1,5}))?$/.exec(part) ?? [];
    const [first, last] = [Number(from), Number(to)];
    if (first < 1 || last < first || found.length + last - first >= most) return undefined;
    for (let bib = first; bib <= last; bib += 1) found.push(bib);
  }
  return found;
}
