/** Characters of a competition's name, so that any of them make a name within the 255 bytes of file systems. */
const maxLength = 55;

/** Names a file after a competition: its name without what file systems refuse, and its day. */
export function resultsFileName(word: string, competition: { name: string; date: string }): string {
  const name = competition.name.replace(/[/\\:*?"<>|]/g, '-').replace(/[\p{C}\p{Z}]+/gu, ' ');
  const short = Array.from(name).slice(0, maxLength).join('').trim();
  return `${word} ${short} ${competition.date}.xlsx`;
}

/**
 * Writes the header that has a browser keep an answer as a file: its name in UTF-8 (RFC 6266), and in plain letters for
 * programs that read no other.
 */
export function contentDisposition(fileName: string): string {
  const plain = fileName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\w .()-]+/g, '_');
  const encoded = encodeURIComponent(fileName).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
