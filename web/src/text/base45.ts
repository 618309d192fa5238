/*
 * Bytes as text of the 45 characters that QR codes store most compactly (RFC 9285): three characters for two bytes. A
 * code holds half as much again as with base64.
 */

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

/** Encodes bytes as base45. */
export function encodeBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const isPair = at + 1 < bytes.length;
    let rest = isPair ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0);
    for (let digit = 0; digit < (isPair ? 3 : 2); digit += 1) {
      text += alphabet[rest % 45];
      rest = Math.floor(rest / 45);
    }
  }
  return text;
}

/** Decodes base45; undefined for an invalid text. */
export function decodeBase45(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const digits = Array.from(text.slice(at, at + 3), (letter) => alphabet.indexOf(letter));
    const value = digits.reduceRight((sum, digit) => sum * 45 + digit, 0);
    const highest = digits.length === 3 ? 0xffff : 0xff;
    if (digits.length === 1 || digits.includes(-1) || value > highest) return undefined;
    if (digits.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return Uint8Array.from(bytes);
}
