import { getLocale } from '@dossard/contract/language/locale.ts';
import type { PageData, ReadPage } from '@dossard/contract/pages/public.page.ts';
import { readInstallation } from '../device/installation.ts';
import { m } from '../paraglide/messages.js';
import { fullName } from '../riders/rider.words.tsx';
import { formatDay } from '../text/formats.ts';
import { escapeXml, scriptJson } from '../text/markup.ts';
import { pictureSize } from './pages.picture.ts';
import { addressOf } from './public.address.ts';

/* What link previews and search engines read on a public page. */

const named = (name: string, content: string) => `<meta name="${name}" content="${escapeXml(content)}">`;
const property = (name: string, content: string) => `<meta property="${name}" content="${escapeXml(content)}">`;

/** Returns the page's own content of `<head>`. */
export function headOf(page: ReadPage, data: PageData): string {
  const title = titleOf(page, data);
  const described = describe(page, data);
  const home = readInstallation('public-url');
  const tags = [`<title>${escapeXml(title)}</title>`, named('description', described)];
  const isForReaders = page.name === 'start' || (page.name !== 'overlay' && page.name !== 'rider' && data.competition);
  if (!isForReaders) return [...tags, named('robots', 'noindex')].join('');
  const path = page.name === 'start' ? addressOf(page) : `/public/competitions/${page.competitionId}/live-ranking`;
  tags.push(
    `<link rel="canonical" href="${escapeXml(home + path)}">`,
    property('og:site_name', 'Dossard'),
    property('og:type', 'website'),
    property('og:title', title),
    property('og:description', described),
    property('og:url', home + path),
    property('og:locale', getLocale() === 'en' ? 'en_GB' : 'fr_FR'),
    named('twitter:card', page.name === 'start' ? 'summary' : 'summary_large_image'),
  );
  if (page.name === 'start') return tags.join('');
  return [...tags, ...pictureOf(page, home), eventOf(data, home + path)].join('');
}

function titleOf(page: ReadPage, { competition, rider }: PageData): string {
  if (page.name === 'start') return `${m.public_competitions_title()} – Dossard`;
  if (page.name === 'overlay') return `${competition?.name ?? 'Dossard'} – ${m.overlay()}`;
  if (page.name === 'rider')
    return `${rider ? fullName(rider.entry) || m.rider_by_bib(page) : m.rider_by_bib(page)} – ${competition?.name ?? 'Dossard'}`;
  const screen = page.name === 'screen' ? m.big_screen() : m.ranking();
  return `${competition?.name ?? screen} – ${competition ? screen : 'Dossard'}`;
}

/** Formats the sentence below a title: when, where, and who leads. */
function describe(page: ReadPage, { competition, rankings = [] }: PageData): string {
  if (page.name === 'start') return m.product_description();
  if (!competition) return m.competition_not_public();
  const place = `${formatDay(competition.date)} · ${competition.location}`;
  const leaders = rankings.flatMap(({ group, page, ranking }) => {
    const [leader] = ranking.rankings;
    if (leader?.rank !== 1 || page !== 1) return [];
    const name = fullName(leader) || m.rider_by_bib({ dossard: leader.dossard });
    return [m.leader_of({ category: group.category, name, points: leader.total_points })];
  });
  return [place, ...leaders].join(' · ');
}

function pictureOf(page: Exclude<ReadPage, { name: 'start' }>, home: string): string[] {
  const query = new URLSearchParams({ language: getLocale() });
  if (page.name === 'ranking' && page.category !== undefined) query.set('category', page.category);
  if (page.name === 'ranking' && page.gender !== undefined) query.set('gender', page.gender);
  const address = `${home}/public/competitions/${page.competitionId}/picture.png?${query}`;
  return [
    property('og:image', address),
    property('og:image:type', 'image/png'),
    property('og:image:width', String(pictureSize.width)),
    property('og:image:height', String(pictureSize.height)),
  ];
}

/** Describes the competition for search engines. */
function eventOf({ competition }: PageData, url: string): string {
  if (!competition) return '';
  const { name, date, location, description, organizer } = competition;
  const event = {
    '@context': 'https://schema.org',
    '@type': 'SportsEvent',
    name,
    startDate: date,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: { '@type': 'Place', name: location, address: location },
    organizer: { '@type': 'Organization', name: organizer },
    sport: 'Bike trial',
    ...(description && { description }),
    url,
  };
  return `<script type="application/ld+json">${scriptJson(event)}</script>`;
}
