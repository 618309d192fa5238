/**
 * The characters of windows-1252 from 0x80 to 0x9F; the rest is Latin-1.
 * Node's own TextDecoder('windows-1252') gives control characters for them up to 20.20 at least: œ and ’ would be lost.
 */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Decodes text by its byte order mark, else as strict UTF-8, else as windows-1252; null when it cannot be text. */
export function decodeText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeStrictly(bytes, 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeStrictly(bytes, 'utf-16be');
  return decodeStrictly(bytes, 'utf-8') ?? decodeWindows1252(bytes);
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function decodeWindows1252(bytes: Uint8Array): string {
  const latin1 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return latin1.replace(/[\x80-\x9f]/g, (character) => windows1252[character.charCodeAt(0) - 0x80] ?? character);
}

/*
 * What UTF-8 looks like when it was read as windows-1252: the first byte of an accent (Â Ã Ä Å, or Ì of a combining
 * one) before a character that no word has there.
 */
const continuation = '\xa1-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const misread = new RegExp(`[ÂÃ][\\xa0${continuation}]|[ÄÅÌ][${continuation}]|â€`);
/** Characters that were already replaced, and those that DOS and Mac encodings turn into when they are misread. */
const lost = /\ufffd|[\x80-\x9f]|\p{L}\?\p{L}|[‚„†‡ˆ‰‹]\p{L}|\p{L}[‚„†‡ˆ‰‹]|\p{Ll}[ŠŒŽŸ]/u;

/** Asks whether a text was decoded wrongly somewhere on its way: `ZoÃ©`, `Zo�`, `L?o`. */
export function isGarbled(text: string): boolean {
  return misread.test(text) || lost.test(text);
}
