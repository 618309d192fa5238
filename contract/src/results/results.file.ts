/** Characters of a competition's name, so that any of them make a name within the 255 bytes of file systems. */
const maxLength = 55;

/** Names a file after a competition: its name without what file systems refuse, and its day. */
export function resultsFileName(word: string, competition: { name: string; date: string }): string {
  const name = competition.name.replace(/[/\\:*?"<>|]/g, '-').replace(/[\p{C}\p{Z}]+/gu, ' ');
  const short = Array.from(name).slice(0, maxLength).join('').trim();
  return `${word} ${short} ${competition.date}.xlsx`;
}
