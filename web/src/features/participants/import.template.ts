import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { getLocale } from '../../paraglide/runtime.js';

/** The columns of a file, in the order in which they are read when a file has no headings. */
export const templateHeadings = () => [m.dossard(), m.category(), m.last_name(), m.first_name(), m.gender(), m.club()];

/** Example riders in the order of the headings; one has a category of its own, one has no club. */
export const exampleRiders = () => [
  ['12', 'U13', 'Martin', 'Zoé', 'F', 'Vélo Club'],
  ['31', 'U15', 'Le Gall', 'Hugo', 'H', 'Trial Club'],
  ['45', m.example_category(), 'Durand', 'Léa', 'F', ''],
  ['46', 'U9', 'Petit', 'Noé', 'H', 'Vélo Club'],
];

/** Hands out an empty file with the headings, written as the spreadsheet programs of the reader's language open it. */
export function downloadTemplate(): void {
  const separator = getLocale() === 'fr' ? ';' : ',';
  const byteOrderMark = '\uFEFF';
  const text = `${byteOrderMark}${templateHeadings().join(separator)}\r\n`;
  saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${m.template_name()}.csv`);
}
