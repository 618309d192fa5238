import { randomBytes } from 'node:crypto';
import type { Group } from '@dossard/contract/categories/group.ts';
import { rankGroup, rankingRulesVersion } from '@dossard/contract/rankings/ranking.rules.ts';
import type { RankingRule } from '@dossard/contract/rankings/ranking.schema.ts';
import type { ListedRider, OfficialList } from '@dossard/contract/results/official.list.schema.ts';
import { pointsNames } from '@dossard/contract/runs/doors.ts';
import { graduationFor } from '@dossard/contract/zones/graduation.rules.ts';
import type { Zone } from '@dossard/contract/zones/zone.schema.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import type { Transaction } from '../../database/client.ts';
import type { ListedName } from '../../tables/result.tables.ts';
import { sha256 } from '../../tools/sha256.ts';
import { freezeRanking, hashRanking } from '../declarations/frozen.ranking.ts';
import { listRiddenRiders, type RiddenRider } from '../rankings/ranking.store.ts';
import { listClosedZones, listZonesOf } from '../zones/zone.store.ts';

/** What was missing when a list was published (E11). */
export type MissingRuns = NonNullable<OfficialList['missing']>;

/**
 * Freezes the ranking of a group (E4). The caller holds the lock on the competition's row, so that nothing changes
 * meanwhile.
 */
export async function freezeList(
  tx: Transaction,
  competition: CompetitionRow,
  group: Group,
  {
    missing,
    ...published
  }: Pick<OfficialList, 'revision' | 'published_at' | 'chain'> & { missing: MissingRuns | undefined },
) {
  const riders = await listRiddenRiders(tx, competition.id, group);
  const { rankings: frozen, ...content } = composeList(
    competition,
    group,
    riders,
    await listZonesOf(tx, competition.id),
  );
  const closed_zones = await listClosedZones(tx, competition.id, group);
  const names = new Map(
    riders.map(({ dossard, first_name, last_name, club }) => [
      dossard,
      { first_name, last_name, club, salt: randomBytes(16).toString('base64url') },
    ]),
  );
  const list: OfficialList = {
    dossard_official_list: 1,
    rules_version: rankingRulesVersion,
    ...content,
    revision: published.revision,
    published_at: published.published_at,
    ...(missing && { missing }),
    ...(closed_zones.length > 0 && { closed_zones }),
    rankings: frozen.map((rider) => ({ ...rider, name_sha256: hashName(names.get(rider.dossard)) })),
    chain: published.chain,
  };
  const body = JSON.stringify(list);
  return {
    body,
    sha256: sha256(body),
    ranking_sha256: hashRanking(frozen),
    names: frozen.map(({ dossard }) => ({ dossard, name: names.get(dossard) ?? null })),
  };
}

/** The content of an official list that follows from the log, without names. */
type ListContent = Pick<OfficialList, 'competition' | 'category' | 'gender' | 'ranking_rule' | 'zones'> & {
  rankings: ListedRider[];
};

/** Composes the content of an official list (E4) from the facts of its group. */
export function composeList(
  { id, name, date, location, organizer, ranking_rule }: OfficialList['competition'] & { ranking_rule: RankingRule },
  { category, gender }: Group,
  riders: readonly RiddenRider[],
  zones: readonly Zone[],
): ListContent {
  return {
    competition: { id, name, date, location, organizer },
    category,
    gender,
    ranking_rule,
    zones: zones.map((zone) => {
      const graduation = graduationFor(zone.graduations, { category, gender });
      const points_of_doors = graduation ? pointsNames.map((door) => graduation[door]) : null;
      return { id: zone.id, name: zone.name, points_of_doors };
    }),
    rankings: freezeRanking(rankGroup(riders, ranking_rule), ranking_rule),
  };
}

/** Hashes a rider's name with its salt (E4). */
export function hashName(listed: ListedName['name'] | undefined): string {
  if (!listed) throw new Error('A rider of an official list has no name.');
  const { salt, first_name, last_name, club } = listed;
  return sha256([salt, first_name, last_name, club ?? ''].join('\n'));
}
