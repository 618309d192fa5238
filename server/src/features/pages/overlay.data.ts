import type { Group } from '@dossard/contract/categories/group.ts';
import type { PageData, PublicPage } from '@dossard/contract/pages/public.page.ts';
import { firstCategory, publicGroups, type RankedGroups } from '@dossard/contract/rankings/ranking.choice.ts';
import { doorsOf } from '@dossard/contract/runs/doors.ts';
import type { Database } from '../../database/client.ts';
import { entryOf, type KeptRanking } from '../rankings/ranking.answers.ts';
import { listLatestRuns } from '../speaker/speaker.store.ts';
import { type PublicView, publicCompetition } from './page.data.ts';

/* The data of a video overlay; names are those of public pages. */

type OverlayPage = Extract<PublicPage, { name: 'overlay' }>;

/** Number of riders in the longest layout. */
const mostRiders = 5;
/** Number of latest runs in which to look for one of the chosen group. */
const runsLookedAt = 200;

/** Reads the data of an overlay; empty for a competition without groups, or a group without runs. */
export async function getOverlay(
  { db, competition, whole }: PublicView,
  groups: RankedGroups,
  page: OverlayPage,
): Promise<PageData> {
  const shown = { competition: publicCompetition(competition) };
  if (page.layout === 'run') {
    const run = await findLatestRun(db, competition.id, page);
    const group = run && { category: run.category, gender: run.gender };
    const overlay = group && describeRun(await whole(group), group, run);
    return { ...shown, ...(overlay && { overlay }) };
  }
  const group = findGroup(page, groups);
  if (!group) return shown;
  const { ranked, names } = await whole(group);
  const first = ranked.filter((one) => one.rank !== null).slice(0, mostRiders);
  // With a held podium the first shown rider leads nothing (E12).
  if (page.layout === 'leader' && first[0]?.rank !== 1) return shown;
  return {
    ...shown,
    overlay: { group, entries: first.map((rider) => entryOf(rider, names)) },
  };
}

/** Returns the chosen group, else the first one with riders. */
const findGroup = ({ category, gender }: OverlayPage, groups: RankedGroups): Group | undefined =>
  publicGroups(groups, category ?? firstCategory(groups) ?? '', gender)[0];

async function findLatestRun(db: Database, competitionId: number, { category, gender }: OverlayPage) {
  const latest = await listLatestRuns(db, competitionId, category || gender ? runsLookedAt : 1);
  return latest.find(
    (run) => (category === undefined || run.category === category) && (gender === undefined || run.gender === gender),
  );
}

function describeRun(
  { ranked, names, zoneNames }: KeptRanking,
  group: Group,
  latest: { dossard: number; run_number: number },
): PageData['overlay'] {
  const found = ranked.find(({ rider }) => rider.dossard === latest.dossard);
  const ridden = [...(found?.rider.runs ?? [])].find(({ run_number }) => run_number === latest.run_number);
  if (!found || !ridden) return undefined;
  const { run_number, zone_id, points, penality, chrono_sec } = ridden;
  const zone_name = zoneNames.get(zone_id) ?? '';
  return {
    group,
    entries: [entryOf(found, names)],
    run: { ...doorsOf(ridden), run_number, zone_name, points, penality, chrono_sec },
  };
}
