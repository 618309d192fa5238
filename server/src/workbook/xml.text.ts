export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The namespace of workbooks, their sheets and their styles. */
export const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Escapes text for XML, and removes the characters that are invalid in XML 1.0. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Escapes the text of a cell. Spreadsheet programs read `_x0041_` as A, so such text is escaped in the same way; and
 * XML would turn a carriage return into a line feed.
 */
export function cellText(text: string): string {
  return xmlText(text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replaceAll('\r', '_x000D_'));
}
