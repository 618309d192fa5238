/* When a licence can identify a rider (T9). */

/** Words of a remark in place of a number, even with digits: `en cours 2027`, `carte 1 jour`. */
const remark =
  /\b(en ?cours|attente|demande|demandee?|a venir|jour|journee|journaliere|day|daily|sans|pas de|non|no licen[cs]e|without|aucune?|neant|provisoire|provisional|temporaire|temporary|pending|progress|applied|waiting|requested|renouvellement|renouveler|renewal|nouvelle?|nouveau|guest|invitee?|unlicen[cs]ed|tbc|tba|essai)\b/;
/** Words beside a number that say which number it is. */
const kindOfNumber = /\b(licen[cs]e|saison|season|annee|year|id|code|n|no|numero|number)\b/g;

/** Matches a number that a spreadsheet rounded, as displayed (`1,00999E+10`) or written out again (`10099900000`). */
const rounded = /^\d([.,]\d+)?E\+?\d+$|^\d{4,}0{5,}$/i;
const date = /^\d{1,2}[/.-]\d{1,2}[/.-](\d\d){1,2}$|^(19|20)\d\d-\d\d-\d\d/;

/**
 * Normalises a licence for comparison; undefined for text that identifies nobody: a remark, a rounded number, a date or
 * year, zeros, one repeated digit, or fewer than four digits alone.
 */
export function licenceKey(licence: string | null): string | undefined {
  if (!licence) return undefined;
  const text = licence
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim();
  const key = text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const words = text
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
  const number = words.replace(kindOfNumber, '').replace(/ /g, '');
  const isWritten =
    /\d/.test(number) && !remark.test(words) && !date.test(text) && !rounded.test(text.replace(/ /g, ''));
  const isFiller = /^[a-z]*(0+|(\d)\2{4,})$|^[a-z]{0,2}(19|20)\d\d$/.test(number) || /^(\d{1,3}|(\d)\2+)$/.test(key);
  return isWritten && !isFiller ? key : undefined;
}
