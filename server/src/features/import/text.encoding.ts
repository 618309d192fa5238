/**
 * The characters of windows-1252 from 0x80 to 0x9F; the rest is Latin-1. TextDecoder('windows-1252') of Node 22.18, the
 * oldest that we support, decodes them as control characters (22.23 no longer does): œ and ’ would be lost.
 */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decodes text by its byte order mark, as UTF-16 if every other byte is zero, else as strict UTF-8, by the encoding that
 * a web page declares, or as windows-1252; null if it cannot be text.
 */
export function decodeText(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 400);
  const zeros = (from: 0 | 1) => start.filter((byte, at) => byte === 0 && at % 2 === from).length * 4 > start.length;
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || zeros(1)) return decodeStrictly(bytes, 'utf-16le');
  if ((bytes[0] === 0xfe && bytes[1] === 0xff) || zeros(0)) return decodeStrictly(bytes, 'utf-16be');
  return decodeStrictly(bytes, 'utf-8') ?? decodeDeclared(bytes) ?? decodeWindows1252(bytes);
}

/** Decodes a page by the encoding it declares; null if it declares none, or that of windows-1252. */
function decodeDeclared(bytes: Uint8Array): string | null {
  const start = Buffer.from(bytes.subarray(0, 2_000)).toString('latin1');
  const [, label = ''] = /^\s*<.*?(?:charset|encoding)\s*=\s*["']?([\w-]+)/is.exec(start) ?? [];
  return /^(|iso-?8859-?1|latin-?1|windows-1252|utf-?16.*)$/i.test(label) ? null : decodeStrictly(bytes, label);
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
 * Matches UTF-8 read as windows-1252: the first byte of an accented letter (Â Ã Ä Å, or Ì for a combining accent)
 * before a character that cannot follow in a word.
 */
const continuation = '\xa1-\xbf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const misread = new RegExp(`[ÂÃ][\\xa0${continuation}]|[ÄÅÌ][${continuation}]|â€`);
/** Matches replacement characters, letters written for a web page, and the results of misreading DOS and Mac encodings. */
const lost =
  /\ufffd|&(#x?[\da-fA-F]+|\w{2,});|[\x80-\x9f]|\p{L}\?\p{L}|[‚„†‡ˆ‰‹ƒ]\p{L}|\p{L}[‚„†‡ˆ‰‹ƒ]|\p{L}[“”…™•]\p{Ll}|\p{Ll}‘\p{Ll}|\p{Ll}[ŠŒŽŸ]|\p{Lu}[ŽŠŒŸ]\p{Ll}/u;

/** Whether a text was decoded wrongly at some point: `ZoÃ©`, `Zo�`, `L?o`, `Zo&eacute;`. */
export function isGarbled(text: string): boolean {
  return misread.test(text) || lost.test(text);
}
