import { Refusal } from '../../refusals/refusal.ts';
import { readCsv } from './csv.sheet.ts';
import type { Sheet } from './sheet.ts';
import { decodeText } from './text.encoding.ts';
import { readMarkup, readXls, readZipped } from './workbook.sheet.ts';

/** Extensions under which a text file can be a table; a workbook saved as text often keeps its old extension. */
const textEndings = ['csv', 'txt', 'tsv', 'xls', 'xlsx', 'xml', 'htm', 'html', 'mht', 'mhtml'];
/** Begins a web page that was saved as one file, in the form of a mail. */
const isMailedPage = (text: string) => /^\s*[\w-]+:/.test(text) && /^MIME-Version:/im.test(text.slice(0, 2_000));

/**
 * Reads the sheets of a file by its content, whatever its name (I1). Throws `unsupported_file` when it is no table, and
 * `file_too_large` when it contains too much.
 */
export async function readContent(bytes: Uint8Array, fileName: string): Promise<Sheet[]> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return readZipped(bytes);
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])) return readXls(bytes);
  const ending = /\.([^.]*)$/.exec(fileName)?.[1]?.toLowerCase();
  if (ending !== undefined && !textEndings.includes(ending)) throw new Refusal('unsupported_file');
  const text = decodeText(bytes);
  if (text !== null && isMailedPage(text)) throw new Refusal('unsupported_file', { says: 'web_page_file' });
  return text !== null && /^\s*</.test(text) ? readMarkup(text) : [readCsv(text)];
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}
