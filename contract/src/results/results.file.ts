/**
 * Maximum number of characters from a competition's name, so that any file name fits into the 255 bytes of file
 * systems.
 */
const maxLength = 55;

/** Returns a file name for a competition: its name without forbidden characters, and its date. */
export function resultsFileName(word: string, competition: { name: string; date: string }): string {
  const name = competition.name.replace(/[/\\:*?"<>|]/g, '-').replace(/[\p{C}\p{Z}]+/gu, ' ');
  const short = Array.from(name).slice(0, maxLength).join('').trim();
  return `${word} ${short} ${competition.date}.xlsx`;
}
