import { readText, type Said } from '../../ui/address.ts';

/** Longest token that the server takes. */
const maxLength = 200;

/** The token in the address of a mailed link or a QR code. */
export function tokenSearch(said: Said): { token?: string | undefined } {
  const token = readText(said.token);
  return { token: token && token.length <= maxLength ? token : undefined };
}
