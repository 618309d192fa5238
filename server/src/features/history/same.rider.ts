import type { Facts, LoggedEntry } from '../../logged/logged.entry.ts';
import { changesOf, isSame } from './history.facts.ts';

/** An entry of the history about participants. */
export interface RiderEntry extends Omit<LoggedEntry, 'subject_key'> {
  id: number;
}

/**
 * Whether a bib still belongs to the same rider as just after an entry: a freed bib may have been given to another
 * rider, whose rows must not be mixed with the former rider's. `later` are the later entries about participants, oldest
 * first.
 */
export function isStillTheSameRider(later: readonly RiderEntry[], dossard: string, afterEntry: number): boolean {
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
