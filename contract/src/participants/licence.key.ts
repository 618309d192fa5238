/* When a licence can identify a rider (T9). */

/** Words of a remark in place of a number, even with digits: `en cours 2027`, `carte 1 jour`. */
const remark =
  /\b(en ?cours|attente|demande|demandee?|a venir|jour|journee|journaliere|day|daily|tages?|sans|pas de|non|hors|no licen[cs]e|without|ohne|keine?|sin licencia|senza tessera|aucune?|neant|provisoire|provisional|temporaire|temporary|pending|pendiente|tramite|progress|applied|beantragt|waiting|attesa|requested|renouvellement|renouveler|renewal|nouvelle?|nouveau|guest|invitee?|unlicen[cs]ed|tbc|tba|essai)\b/;
/** Words beside a number that say which number it is. */
const kindOfNumber = /\b(lic|licen[cs]e|saison|season|annee|year|id|code|n|no|numero|number)\b/g;

/** Matches a number that a spreadsheet rounded, as displayed (`1,00999E+10`) or written out again (`10099900000`). */
const rounded = /^\d([.,]\d+)?E\+?\d+$|^\d{4,}0{5,}$/i;

/** Matches a whole number as some programs write it: `10099900011.0`. */
export const wholeNumber = /^(\d+)[.,]0+$/;

/** Figures that are no licence, wherever they stand: dates, prices, ordinals and years. */
const otherFigures = [
  /\b\d{1,2}[/.-]\d{1,2}[/.-](\d\d){1,2}\b|\b(19|20)\d\d-\d\d-\d\d\b/g,
  /\d+([.,]\d+)? ?(€|£|\$|eur(os?)?\b)/g,
  /\b\d{1,2}(ere?|er|eme|e|nde?|st|rd|th)\b/g,
  /\b(19|20)\d\d\b/g,
];
/** Two years that may be a season: `2026-2027`, `2026/27`, `26/27`. */
const years = /\b(?:(?:19|20))?(\d\d) ?[/-] ?(?:(?:19|20))?(\d\d)\b/g;

/** Removes from a text in lower case the figures that are no licence. */
function withoutOtherFigures(text: string): string {
  const seasonless = text.replace(years, (all, one, next) => ((Number(one) + 1) % 100 === Number(next) ? ' ' : all));
  return otherFigures.reduce((rest, figures) => rest.replace(figures, ' '), seasonless);
}

/**
 * Normalises a licence for comparison; undefined for text that identifies nobody: a remark, a rounded number, a date,
 * year, season or price, zeros, one repeated digit, digits in their order, or fewer than four digits alone.
 */
export function licenceKey(licence: string | null): string | undefined {
  if (!licence) return undefined;
  const text = licence
    .normalize('NFKC')
    .replace(/[\s\p{Cf}]+/gu, ' ')
    .trim()
    .replace(wholeNumber, '$1');
  const key = text.toUpperCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const plain = text.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '');
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ');
  const rest = withoutOtherFigures(plain)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(kindOfNumber, '');
  const number = rest.replace(/ /g, '');
  const isSentence = /\b[a-z]{5,}\b/.test(rest) && number.replace(/\D/g, '').length < 3;
  const isWritten = /\d/.test(number) && !remark.test(words) && !isSentence && !rounded.test(text.replace(/ /g, ''));
  const isCounted = number.length >= 5 && '01234567890'.includes(number);
  const isFiller = /^[a-z]*(0+|(\d)\2{4,})$|^[a-z]{0,2}(19|20)\d\d$/.test(number) || /^(\d{1,3}|(\d)\2+)$/.test(key);
  return isWritten && !isCounted && !isFiller ? key : undefined;
}
