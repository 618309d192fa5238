import type { ChainHead } from '@dossard/contract/chain/chain.schema.ts';
import { type Facts, sidesOf } from '../logged/logged.entry.ts';
import { registeredOf } from '../logged/logged.kinds.ts';
import type { AuditRow } from '../tables/audit.table.ts';
import { linkHash } from './chain.link.ts';
import { digestEntry, listSealed } from './entry.digest.ts';

/** A stored entry of the log. */
export type ChainedEntry = Omit<AuditRow, 'relayed'>;

/** A chain head stored outside of the database (H4): in a phone's receipt, or in an official list. */
export interface Anchor {
  competition_id: number;
  head: ChainHead;
  /** Where the anchor was read, for people. */
  from: string;
  /** The submission that must be among the entries up to the head. */
  submission_id?: string | undefined;
  /** The SHA-256 of the official list that must be among the entries. */
  list?: string | undefined;
}

/** The first difference from what the product wrote. */
export interface ChainProblem {
  kind: 'altered' | 'inserted' | 'removed' | 'cut' | 'rewritten' | 'never_recorded' | 'row' | 'list';
  /** Link in the chain, if any. */
  link?: number | undefined;
  /** The entry, anchor, row or list concerned, for people. */
  about: string;
}

const nameEntry = ({ id, at, action, subject, subject_key }: ChainedEntry) =>
  `entry ${id} of ${at}: ${action} ${subject} ${subject_key}`;

/** Lists the bibs of the official list with this SHA-256; empty if it is not stored. */
export type ListedBibs = (sha256: string) => readonly string[];

/** Names an account so that it differs from a rider, who is named by the bib. */
const accountName = (id: unknown) => `account ${id}`;

/** Names whom or what an entry is about by its key; undefined if its rows say it. */
function namedByKey({ subject, subject_key }: ChainedEntry): string | undefined {
  const { isOfAccount, isErasedWhole } = registeredOf(subject);
  if (isOfAccount) return accountName(subject_key);
  return isErasedWhole ? `${subject} ${subject_key}` : undefined;
}

/** Returns the person whom an erasure entry erased. */
const erasedPerson = (entry: ChainedEntry) => namedByKey(entry) ?? entry.subject_key;

/** Lists the bibs that an entry makes known as those of one person, or of two who exchanged them. */
function relatedBibs(entry: ChainedEntry): string[][] {
  if (entry.subject !== 'participant') return [];
  const moved = sidesOf(entry).flatMap(({ dossard_number, moved_from }) =>
    moved_from ? [[String(moved_from), String(dossard_number)]] : [],
  );
  const isOfTwo = entry.action === 'swap' || entry.action === 'merge';
  return isOfTwo ? [...moved, entry.subject_key.split('/')] : moved;
}

/**
 * Lists the people that an entry, or an object in it, is about, riders by bib: an erasure of any of them removes its
 * texts.
 */
function peopleOf(entry: ChainedEntry, fields: Facts, listed: ListedBibs): readonly string[] {
  const { ridersOf, listOf } = registeredOf(entry.subject);
  if (fields.dossard_number !== undefined) return [String(fields.dossard_number)];
  const named = namedByKey(entry);
  if (named !== undefined) return [named];
  if ('referee_id' in fields) return [accountName(fields.referee_id)];
  const sides = sidesOf(entry);
  return [
    ...sides.flatMap((side) => listed(String(listOf?.(side) ?? ''))),
    ...sides.flatMap((side) => (ridersOf?.(side, entry.subject_key) ?? []).map(String)),
  ];
}

/** An entry counts as late if it was written this much earlier than one that was linked before it, in milliseconds. */
const lateMs = 60_000;

/**
 * Checks that each erased field is followed by an entry of its erasure: otherwise somebody altered it and hid the
 * change.
 */
function createErasureCheck(listed: ListedBibs) {
  let erased = 0;
  /** Erased fields without an erasure entry so far, with the people one of whom the entry must name. */
  const unexplained = new Map<string, { people: Set<string>; link: number; name: string }>();
  /** The people whom an erased reason of a run may be about, by its submission: the rider, and who got the run later. */
  const ofRuns = new Map<unknown, Set<string>[]>();
  /** The bibs that persons had (I4, B6, B7): an erasure of one erases the person's name under the others. */
  const formerBibs = new Map<string, ReadonlySet<string>>();

  function follow(entry: ChainedEntry, link: number): void {
    for (const related of relatedBibs(entry)) {
      const bibs = new Set(related.flatMap((bib) => [...(formerBibs.get(bib) ?? [bib])]));
      for (const bib of bibs) formerBibs.set(bib, bibs);
    }
    if (entry.action === 'erase') {
      const erasedOnes = formerBibs.get(erasedPerson(entry)) ?? new Set([erasedPerson(entry)]);
      for (const [key, { people }] of unexplained)
        if ([...people].some((one) => erasedOnes.has(one))) unexplained.delete(key);
    }
    const ridden = entry.subject === 'run' ? sidesOf(entry) : [];
    for (const { submission_id, dossard } of ridden)
      for (const people of ofRuns.get(submission_id) ?? []) people.add(String(dossard));
    const sealed = (entry.seals ?? []).some((seal) => 'digest' in seal) ? listSealed(entry) : [];
    for (const [index, fields] of sealed.entries()) {
      const seal = entry.seals?.[index];
      if (!seal || 'salt' in seal) continue;
      erased += 1;
      const people = new Set(peopleOf(entry, fields, listed));
      const submissions = 'reason' in fields ? ridden.map(({ submission_id }) => submission_id) : [];
      for (const id of new Set(submissions)) ofRuns.set(id, [...(ofRuns.get(id) ?? []), people]);
      const key = submissions.length > 0 ? `reason at ${link}` : [...people].join();
      if (!unexplained.has(key)) unexplained.set(key, { people, link, name: nameEntry(entry) });
    }
  }

  return { follow, unexplained, count: () => erased };
}

/** Checks a chain from its first link to its head. Add entries in the order of their links. */
export function createChainCheck(anchors: readonly Anchor[], listed: ListedBibs) {
  let length = 0;
  let hash = '';
  /** Hash and name of the last two links, to distinguish an inserted entry from an altered one. */
  let former: { hash: string; name: string } = { hash: '', name: '' };
  let late = 0;
  let latest = '';
  let problem: ChainProblem | undefined;
  const erasures = createErasureCheck(listed);
  const headsAt = Map.groupBy(anchors, ({ head }) => head.length);
  const submissionsAt = new Map<string, number>();
  const lists = new Set<string>();
  const note = (found: ChainProblem) => {
    problem ??= found;
  };

  /** Finds the problem of an entry as the next link. */
  function judge(entry: ChainedEntry, link: number): ChainProblem | undefined {
    if (entry.link !== link) return { kind: 'removed', link, about: `the link before ${nameEntry(entry)}` };
    const digest = digestEntry(entry, entry.seals ?? []);
    if (digest && linkHash(hash, digest, entry.at) === entry.hash) return undefined;
    const skipsOne = digest && linkHash(former.hash, digest, entry.at) === entry.hash;
    return skipsOne
      ? { kind: 'inserted', link: length, about: former.name }
      : { kind: 'altered', link, about: nameEntry(entry) };
  }

  function add(entry: ChainedEntry): void {
    if (problem) return;
    const link = length + 1;
    problem = judge(entry, link);
    if (problem || entry.hash === null) return;
    erasures.follow(entry, link);
    if (Date.parse(latest) - Date.parse(entry.at) > lateMs) late += 1;
    if (entry.at > latest) latest = entry.at;
    const after = entry.after as { submission_id?: string; sha256?: string } | null;
    if (entry.subject === 'run' && after?.submission_id && !submissionsAt.has(after.submission_id))
      submissionsAt.set(after.submission_id, link);
    if (entry.subject === 'result' && after?.sha256) lists.add(after.sha256);
    former = { hash, name: nameEntry(entry) };
    length = link;
    hash = entry.hash;
    for (const { head, from } of headsAt.get(link) ?? [])
      if (head.sha256 !== hash) note({ kind: 'rewritten', link, about: from });
  }

  function end(head: ChainHead) {
    if (head.length > length) note({ kind: 'cut', link: length + 1, about: `the head is at link ${head.length}` });
    else if (head.length !== length || head.sha256 !== hash)
      note({ kind: 'altered', link: length, about: `the head is at link ${head.length}` });
    for (const anchor of anchors) {
      const { from, submission_id, list } = anchor;
      if (anchor.head.length > length) note({ kind: 'cut', link: length + 1, about: from });
      const at = submission_id === undefined ? 0 : (submissionsAt.get(submission_id) ?? Number.POSITIVE_INFINITY);
      if (at > anchor.head.length || (list !== undefined && !lists.has(list)))
        note({ kind: 'never_recorded', about: from });
    }
    for (const { link, name } of erasures.unexplained.values()) note({ kind: 'altered', link, about: name });
    return { length, sha256: hash, erased: erasures.count(), late, problem };
  }

  return { add, note, end };
}
