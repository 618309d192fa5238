import { genderWords } from '@dossard/contract/categories/gender.words.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import type { PageData } from '@dossard/contract/pages/public.page.ts';
import type { RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';
import { m } from '../paraglide/messages.js';
import { fullName } from '../riders/rider.words.tsx';
import { formatDay } from '../text/formats.ts';
import { escapeXml } from '../text/markup.ts';

/* The picture of a link preview: the competition's name and day, and the first three of a group. */

/** Size of a picture in pixels, as the networks that show previews require. */
export const pictureSize = { width: 1200, height: 630 };

const ink = '#17201b';
const soft = '#56615a';
const green = '#12633f';
const medals = ['#f2bf22', '#c5ced6', '#cd8751'];

const margin = 72;
const inner = pictureSize.width - 2 * margin;

/** Draws the picture of a public competition as SVG. */
export function drawPicture({ competition, rankings = [] }: PageData): string {
  if (!competition) throw new Error('There is no competition to draw.');
  const shown = rankings.find(({ ranking }) => ranking.rankings.some(({ rank }) => rank !== null)) ?? rankings[0];
  const first = shown?.ranking.rankings.filter(({ rank }) => rank !== null).slice(0, 3) ?? [];
  const group = shown?.group;
  const words =
    group && `${group.category} ${genderWords(group.gender, group.category, competition.youth_words)[getLocale()]}`;
  const title = wrap(competition.name, first.length > 0 ? 58 : 76, 2);
  const below = 150 + title.lines.length * title.size * 1.15;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureSize.width}" height="${pictureSize.height}" font-family="Inter">`,
    `<rect width="100%" height="100%" fill="#fbfaf7"/><rect width="18" height="100%" fill="${green}"/>`,
    logo,
    text('Dossard', { x: margin + 68, y: 92, size: 36 }),
    ...title.lines.map((line, index) =>
      text(line, { x: margin, y: 140 + (index + 1) * title.size * 1.15, size: title.size }),
    ),
    text(shorten(`${formatDay(competition.date)} · ${competition.location}`, 30, inner, 'regular'), {
      x: margin,
      y: below + 38,
      size: 30,
      color: soft,
      isRegular: true,
    }),
    ...(first.length > 0 && words ? [text(words, { x: margin, y: below + 92, size: 30, color: green })] : []),
    ...first.map((entry, index) => row(entry, below + 112 + index * 72)),
    '</svg>',
  ].join('');
}

function row(entry: RankingEntry, y: number): string {
  const rank = entry.rank ?? 0;
  const points = m.points_count({ count: entry.total_points });
  const name = fullName(entry) || m.rider_by_bib({ dossard: entry.dossard });
  const bibWidth = 34 + String(entry.dossard).length * 22;
  const nameAt = margin + 76 + bibWidth + 24;
  return [
    `<circle cx="${margin + 28}" cy="${y + 30}" r="28" fill="${medals[rank - 1] ?? '#dfe3dc'}"/>`,
    text(String(rank), { x: margin + 28, y: y + 42, size: 32, anchor: 'middle' }),
    `<rect x="${margin + 76}" y="${y + 2}" width="${bibWidth}" height="56" rx="10" fill="#fff" stroke="${ink}" stroke-width="3"/>`,
    text(String(entry.dossard), { x: margin + 76 + bibWidth / 2, y: y + 42, size: 34, anchor: 'middle' }),
    text(shorten(name, 36, inner - nameAt - 150, 'regular'), { x: nameAt, y: y + 43, size: 36, isRegular: true }),
    text(points, { x: pictureSize.width - margin, y: y + 43, size: 36, color: green, anchor: 'end' }),
  ].join('');
}

interface Style {
  x: number;
  y: number;
  /** In pixels. */
  size: number;
  color?: string;
  isRegular?: true;
  anchor?: 'middle' | 'end';
}

function text(words: string, { x, y, size, color = ink, isRegular, anchor }: Style): string {
  const weight = isRegular ? '' : ' font-weight="800"';
  const anchored = anchor ? ` text-anchor="${anchor}"` : '';
  return `<text x="${x}" y="${y}" font-size="${size}" fill="${color}"${weight}${anchored}>${escapeXml(words)}</text>`;
}

/** Width of a letter in Inter, relative to its size; a generous estimate, because nothing can measure text here. */
const letterWidth = { bold: 0.6, regular: 0.54 };
const lettersIn = (width: number, size: number, weight: keyof typeof letterWidth) =>
  Math.floor(width / (size * letterWidth[weight]));

/** Truncates a line to a width in pixels. */
function shorten(line: string, size: number, width: number, weight: keyof typeof letterWidth): string {
  const letters = [...line];
  const room = lettersIn(width, size, weight);
  return letters.length <= room
    ? line
    : `${letters
        .slice(0, room - 1)
        .join('')
        .trimEnd()}…`;
}

/** Wraps a title into lines, and truncates what does not fit. */
function wrap(title: string, size: number, most: number): { lines: string[]; size: number } {
  const room = lettersIn(inner, size, 'bold');
  const lines: string[] = [];
  for (const word of title.split(/\s+/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  if (lines.length > most) kept[most - 1] = `${kept[most - 1]} …`;
  return { lines: kept.map((line) => shorten(line, size, inner, 'bold')), size };
}

/** The bib of the product's mark. */
const logo = `<g transform="translate(${margin - 4} 48)"><rect x="4" y="8" width="56" height="48" rx="9" fill="#fff" stroke="${green}" stroke-width="5"/><path fill="${ink}" d="M24 16h8.500c7 0 11 4 11 10.500s-4 10.500-11 10.500H24zm5 4.300v12.400h3.300c4 0 6.100-2.200 6.100-6.200s-2.100-6.200-6.100-6.200z"/>${[
  14, 20.4, 26.8, 33.2, 39.6, 46,
]
  .map((x) => `<rect x="${x}" y="42" width="4" height="7" rx="1" fill="${green}"/>`)
  .join('')}</g>`;
