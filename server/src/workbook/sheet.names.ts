/** Maximum length of a sheet name in Excel. */
const maxLength = 31;

/**
 * Converts any texts to sheet names that Excel accepts: no `[]:*?/\`, no `'` at either end, at most 31 characters, and
 * no two that differ only in case.
 */
export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>();
  return wanted.map((text) => {
    const name = allowedName(text);
    for (let number = 1; ; number += 1) {
      const suffix = number === 1 ? '' : ` (${number})`;
      const tried = shorten(name, maxLength - suffix.length) + suffix;
      const key = tried.normalize('NFKC').toUpperCase();
      if (taken.has(key)) continue;
      taken.add(key);
      return tried;
    }
  });
}

/** `_x0041_` would be read as A. */
function allowedName(text: string): string {
  return text
    .replace(/[[\]:*?/\\]|_(?=x[\da-f]{4}_)/gi, '-')
    .replace(/[\p{C}\ufffd]/gu, '')
    .trim()
    .replace(/^'|'$/g, '’');
}

/** Cuts in the middle, because the gender is at the end; never splits a character. */
function shorten(name: string, length: number): string {
  if (name.length <= length) return name;
  const letters = Array.from(name);
  const end = letters.splice(-2).join('');
  let start = '';
  for (const letter of letters) {
    if (start.length + letter.length + end.length + 1 > length) break;
    start += letter;
  }
  return `${start}…${end}`;
}
