/** Returns the content of the QR code of a shared competition: the address and the code. */
export const joinLink = (address: string, code: string): string =>
  `${address.replace(/\/$/, '')}/competitions/join#${code}`;

/** Parses pasted or scanned text: a link of `joinLink`, or only an address. */
export function readJoinLink(text: string): { address: string; code?: string | undefined } {
  const [link = '', code] = text.trim().split('#');
  return { address: link.replace(/\/competitions\/join\/?$/, ''), code: code || undefined };
}
