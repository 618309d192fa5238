import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';
import { saveFile } from '../../ui/save.file.ts';

/** The columns of a file, in the order in which they are read when a file has no headings. */
export const templateHeadings = () => [m.dossard(), m.category(), m.last_name(), m.first_name(), m.gender(), m.club()];

/** One rider as a file tells of them. */
export const exampleRow = () => ['12', 'U13', 'Martin', 'Zoé', 'F', 'Vélo Club'];

/** Hands out an empty file with the headings, written as the spreadsheet programs of the reader's language open it. */
export function downloadTemplate(): void {
  const separator = getLocale() === 'fr' ? ';' : ',';
  const byteOrderMark = '\uFEFF';
  const text = `${byteOrderMark}${templateHeadings().join(separator)}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${m.template_name()}.csv`);
}
