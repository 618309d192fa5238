export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The namespace of workbooks, their sheets and their styles. */
export const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Writes text for XML, without the characters that XML 1.0 cannot hold. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/**
 * Writes the text of a cell. Spreadsheet programs read `_x0041_` as A, so text that looks like this is written in the
 * same way; and XML would turn a carriage return into a line feed.
 */
export function cellText(text: string): string {
  return xmlText(text.replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_').replaceAll('\r', '_x000D_'));
}
