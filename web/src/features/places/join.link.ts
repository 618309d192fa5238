/** What the QR code of a shared competition says: where it is, and the code. */
export const joinLink = (address: string, code: string): string =>
  `${address.replace(/\/$/, '')}/competitions/join#${code}`;

/** Reads what was pasted or scanned: a link of `joinLink`, or an address alone. */
export function readJoinLink(text: string): { address: string; code?: string | undefined } {
  const [link = '', code] = text.trim().split('#');
  return { address: link.replace(/\/competitions\/join\/?$/, ''), code: code || undefined };
}
