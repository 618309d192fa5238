import type { HistoryKind } from '@dossard/contract/history/history.schema.ts';
import type { ExactWords } from '@dossard/contract/refusals/exact.words.ts';
import { riderOfKey } from '@dossard/contract/runs/run.key.ts';
import { groupKey } from '@dossard/contract/zones/graduation.rules.ts';
import { type ChangeOf, changedNames, columnOf, type FactChange, factNames, isSame } from './history.facts.ts';
import type { CompetitionFacts } from './present.store.ts';
import { isStillTheSameRider, type RiderEntry } from './same.rider.ts';

/** Why an entry cannot be undone. */
export type Obstacle = { says: ExactWords; runs?: number } | { dossard: string };

/** The entry to undo, as the rows it changed. */
export interface Undoable {
  id: number;
  action: string;
  changes: readonly FactChange[];
}

/** Kinds that are decided again on their own page instead of being undone. */
const decidedKinds: readonly HistoryKind[] = ['result', 'tie', 'round', 'complaint'];

/**
 * Finds what prevents undoing an entry, or undefined. A later change is never overwritten, and nothing is restored into
 * a place that no longer exists.
 */
export function findObstacle(
  entry: Undoable,
  now: CompetitionFacts,
  laterOfRiders: readonly RiderEntry[],
): Obstacle | undefined {
  const { id, action, changes } = entry;
  if (changes.some(({ kind }) => decidedKinds.includes(kind))) return { says: 'result_stands' };
  const isNew = changes.some(({ kind, before }) => before === null && kind !== 'graduation');
  // Created and restored rows are removed by their own calls; an import is undone as a whole.
  if (changes.length === 0 || action === 'create' || (action === 'restore' && isNew)) return { says: 'already_so' };
  for (const change of changes) {
    const obstacle = obstacleOfRow(change, now);
    if (obstacle) return obstacle;
  }
  const back = (kind: string) =>
    changes.filter((change) => change.kind === kind && change.after === null).map(({ key }) => key);
  const stays = (dossard: string) => isStillTheSameRider(laterOfRiders, dossard, id);
  for (const { kind, key, before, after } of changes) {
    if (kind === 'participant' && after !== null && !stays(key)) return { says: 'rider_is_gone' };
    if (kind === 'run' && before) {
      const dossard = riderOfKey(key);
      const isHere = back('participant').includes(dossard) || (now.participant.has(dossard) && stays(dossard));
      if (!isHere) return { says: 'rider_is_gone' };
      if (!now.zone.has(String(before.zone_id))) return { says: 'zone_is_gone' };
    }
    if (kind === 'graduation') {
      const obstacle = obstacleOfGraduation({ key, before, after }, changes, now, back('zone'));
      if (obstacle) return obstacle;
    }
  }
  return undefined;
}

/** Finds an obstacle if a column that the entry changed has another value by now; a run is compared as a whole. */
function obstacleOfRow(change: FactChange, now: CompetitionFacts): Obstacle | undefined {
  const { kind, key, before, after } = change;
  const present = now[kind].get(key);
  if (after === null) {
    if (!present) return undefined;
    return kind === 'participant' ? { dossard: key } : { says: 'already_so' };
  }
  if (!present) return { says: 'changed_since' };
  const names = before === null || kind === 'run' ? factNames[kind] : changedNames(change);
  if (names.some((name) => !isSame(columnOf(present, name), columnOf(after, name)))) return { says: 'changed_since' };
  if (before !== null || kind !== 'participant') return undefined;
  const runs = [...now.run.keys()].filter((run) => run.startsWith(`${key}/`)).length;
  return runs > 0 ? { says: 'riders_have_runs', runs } : undefined;
}

/** A graduation is restored only to an existing zone without one for its group, and removed only while no run uses it. */
function obstacleOfGraduation(
  { key, before, after }: Pick<ChangeOf<'graduation'>, 'key' | 'before' | 'after'>,
  changes: readonly FactChange[],
  now: CompetitionFacts,
  zonesBack: readonly string[],
): Obstacle | undefined {
  const zoneId = String((before ?? after)?.zone_id);
  if (!now.zone.has(zoneId) && !zonesBack.includes(zoneId)) return { says: 'zone_is_gone' };
  if (before && after && groupKey(before) === groupKey(after)) return undefined;
  const going = changes.filter((one) => one.kind === 'graduation' && one.before === null).map((one) => one.key);
  const isTaken =
    before !== null &&
    [...now.graduation].some(
      ([other, facts]) =>
        other !== key &&
        !going.includes(other) &&
        String(facts.zone_id) === zoneId &&
        groupKey(facts) === groupKey(before),
    );
  const isUsed =
    after !== null &&
    [...now.run].some(([run, facts]) => {
      const rider = now.participant.get(riderOfKey(run));
      return String(facts.zone_id) === zoneId && rider !== undefined && groupKey(rider) === groupKey(after);
    });
  return isTaken || isUsed ? { says: 'group_is_used' } : undefined;
}
