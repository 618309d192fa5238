import type { Group } from '@dossard/contract/categories/group.ts';
import type { HistoryDeed, HistoryEntry, HistoryKind, Touched } from '@dossard/contract/history/history.schema.ts';
import { parseRunKey } from '@dossard/contract/runs/run.key.ts';
import { formatFieldChanges } from '../../changes/change.words.ts';
import { m } from '../../paraglide/messages.js';

/* Formats entries of the history in the reader's language. */

type OwnDeed = 'restore import' | 'restore merge' | 'restore move' | 'restore swap' | 'join member';

/** Formats the action as a sentence that follows the actor's name. */
export function formatDeed(entry: HistoryEntry, groupWord: (group: Group) => string): string {
  const { action, subject, before, after } = entry;
  const { dossard, run_number: number } = parseRunKey(subject.key);
  const facts = after ?? before;
  const group = facts?.gender ? groupWord(facts as unknown as Group) : '';
  const deed = ownDeedOf(entry) ?? (`${action} ${subject.kind}` as HistoryDeed);
  const name = subject.name ?? m.rider_by_bib({ dossard });
  const sentence: string = m.history_deed({ deed, number, dossard, name, group, file: subject.key });
  // A server that is newer than this page may send an action without a sentence here: Paraglide then answers the key.
  return sentence === 'history_deed' ? '' : sentence;
}

/** Returns the deed of an entry that its action and kind do not tell apart. */
function ownDeedOf({ action, actor, subject, before, after, touched }: HistoryEntry): OwnDeed | undefined {
  // The person who accepts an invitation is also the actor of its entry.
  if (action === 'create' && subject.kind === 'member' && subject.key === String(actor?.id)) return 'join member';
  if (action !== 'restore' || before || after) return undefined;
  if (subject.kind === 'run') return 'restore move';
  if (subject.kind !== 'participant') return undefined;
  if (!/^\d+\/\d+$/.test(subject.key)) return 'restore import';
  return touched.some(({ added }) => added > 0) ? 'restore merge' : 'restore swap';
}

export const kindLabels: Record<HistoryKind, () => string> = {
  run: m.runs,
  participant: m.participants,
  zone: m.zones,
  graduation: m.graduations,
  competition: m.history_settings,
  member: m.users,
  result: m.history_results,
  tie: m.history_ties,
  round: m.history_rounds,
  complaint: m.complaints,
};

const kindWords: Record<HistoryKind, (count: number) => string> = {
  ...kindLabels,
  zone: (count) => m.zones_number({ count }),
  graduation: (count) => m.graduations_count({ count }),
  participant: (count) => m.participants_count({ count }),
  run: (count) => m.runs_number({ count }),
  member: (count) => m.members_number({ count }),
};

const ways = ['removed', 'added', 'changed'] as const;
type Way = (typeof ways)[number];

/** Formats, for each way of touching rows, how many of which kind: « Ajoutés : 2 participants, 5 passages ». */
export function formatTouched(
  touched: readonly Touched[],
  format: (facts: { how: Way; what: string }) => string,
): string[] {
  return ways.flatMap((how) => {
    const what = touched.filter((one) => one[how] > 0).map((one) => kindWords[one.kind](one[how]));
    return what.length > 0 ? [format({ how, what: what.join(', ') })] : [];
  });
}

/** Formats the old and new values of an edit; for an import or a zone also the numbers of rows. */
export function formatChanges({ before, after, touched, subject }: HistoryEntry): string[] {
  const edits = before && after ? formatFieldChanges(before, after, subject.kind === 'run') : [];
  const rest = touched.filter(({ kind }) => kind !== subject.kind || (!before && !after));
  return [...edits, ...formatTouched(rest, m.history_touched)];
}
