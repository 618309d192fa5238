import { isSameGroup } from '@dossard/contract/categories/group.ts';
import { isSamePerson } from '@dossard/contract/participants/same.person.rules.ts';
import type { ExactWords } from '@dossard/contract/refusals/refusal.codes.ts';
import { riderOfKey } from '@dossard/contract/runs/run.key.ts';
import type { Facts, LoggedEntry } from '../../logged/logged.entry.ts';
import { columnsOf, loggedKinds } from '../../logged/logged.kinds.ts';
import {
  type ChangeOf,
  changedNames,
  changesOf,
  columnOf,
  type FactChange,
  isSame,
  movedRiders,
  type PresentFacts,
} from './history.facts.ts';

/** Why an entry cannot be undone. */
export type Obstacle = { says: ExactWords; runs?: number } | { dossard: string };

/**
 * Finds what prevents undoing an entry, or undefined. A later change is never overwritten, and nothing is restored into
 * a place that no longer exists.
 */
export function findObstacle(
  {
    id,
    action,
    changes,
    after,
  }: { id: number; changes: readonly FactChange[] } & Pick<LoggedEntry, 'action' | 'after'>,
  now: PresentFacts,
  laterOfRiders: readonly RiderEntry[],
): Obstacle | undefined {
  if (changes.some(({ kind }) => loggedKinds[kind].undo === 'decides_again')) return { says: 'result_stands' };
  const isNew = changes.some(({ kind, before }) => before === null && kind !== 'graduation');
  // Created and restored rows are removed by their own calls; an import is undone as a whole.
  if (changes.length === 0 || action === 'create' || (action === 'restore' && isNew)) return { says: 'already_so' };
  const arrived = new Set(changes.flatMap(({ kind, key, before }) => (kind === 'run' && !before ? [key] : [])));
  // Hidden runs leave with a rider who is moved back.
  const moved = new Set(movedRiders({ after }).map(({ from }) => String(from)));
  for (const run of now.hidden.keys()) if (moved.has(riderOfKey(run))) arrived.add(run);
  for (const change of changes) {
    const obstacle = obstacleOfRow(change, now, arrived);
    if (obstacle) return obstacle;
  }
  const back = (kind: string) =>
    changes.filter((change) => change.kind === kind && change.after === null).map(({ key }) => key);
  const stays = (dossard: string) => isStillTheSameRider(laterOfRiders, dossard, id);
  for (const { kind, key, before, after } of changes) {
    if (kind === 'participant' && after !== null) {
      const present = now.participant.get(key);
      if (!stays(key) || (present && !isSamePerson(after, present))) return { says: 'rider_is_gone' };
    }
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

/**
 * Finds an obstacle if a column that the entry changed has another value by now; a run is compared as a whole. Runs that
 * `arrived` with a rider leave with them.
 */
function obstacleOfRow(change: FactChange, now: PresentFacts, arrived: ReadonlySet<string>): Obstacle | undefined {
  const { kind, key, before, after } = change;
  const present = now[kind].get(key);
  if (after === null) {
    if (!present) return undefined;
    return kind === 'participant' ? { dossard: key } : { says: 'already_so' };
  }
  if (!present) return { says: 'changed_since' };
  const names = before === null || kind === 'run' ? columnsOf(kind) : changedNames(change);
  if (names.some((name) => !isSame(columnOf(present, name), columnOf(after, name)))) return { says: 'changed_since' };
  if (before !== null || kind !== 'participant') return undefined;
  const runs = [...now.run.keys(), ...now.hidden.keys()].filter(
    (run) => run.startsWith(`${key}/`) && !arrived.has(run),
  ).length;
  return runs > 0 ? { says: 'riders_have_runs', runs } : undefined;
}

/** A graduation is restored only to an existing zone without one for its group, and removed only while no run uses it. */
function obstacleOfGraduation(
  { key, before, after }: Pick<ChangeOf<'graduation'>, 'key' | 'before' | 'after'>,
  changes: readonly FactChange[],
  now: PresentFacts,
  zonesBack: readonly string[],
): Obstacle | undefined {
  const zoneId = String((before ?? after)?.zone_id);
  if (!now.zone.has(zoneId) && !zonesBack.includes(zoneId)) return { says: 'zone_is_gone' };
  if (before && after && isSameGroup(before, after)) return undefined;
  const going = changes.filter((one) => one.kind === 'graduation' && one.before === null).map((one) => one.key);
  const isTaken =
    before !== null &&
    [...now.graduation].some(
      ([other, facts]) =>
        other !== key && !going.includes(other) && String(facts.zone_id) === zoneId && isSameGroup(facts, before),
    );
  const isUsed =
    after !== null &&
    [...now.run, ...now.hidden].some(([run, facts]) => {
      const rider = now.participant.get(riderOfKey(run));
      return String(facts.zone_id) === zoneId && rider !== undefined && isSameGroup(rider, after);
    });
  return isTaken || isUsed ? { says: 'group_is_used' } : undefined;
}

/** An entry of the history about participants. */
export interface RiderEntry extends Omit<LoggedEntry, 'subject_key'> {
  id: number;
}

/**
 * Whether a bib still belongs to the same rider as just after an entry: a freed bib may have been given to another
 * rider, whose rows must not be mixed with the former rider's. `later` are the later entries about participants, oldest
 * first.
 */
function isStillTheSameRider(later: readonly RiderEntry[], dossard: string, afterEntry: number): boolean {
  const first = Symbol('the rider of the entry');
  const gone: { who: symbol; facts: Facts }[] = [];
  let who: symbol | undefined = first;
  for (const entry of later) {
    if (entry.id <= afterEntry) continue;
    const change = changesOf(entry).find(({ kind, key }) => kind === 'participant' && key === dossard);
    if (!change) continue;
    if (change.before && !change.after) {
      if (who) gone.push({ who, facts: change.before });
      who = undefined;
    } else if (!change.before && change.after) {
      const { after } = change;
      const isBack = entry.action === 'restore';
      who = (isBack && gone.findLast(({ facts }) => isSame(facts, after))?.who) || Symbol('somebody else');
    }
  }
  return who === first;
}
