import { randomBytes } from 'node:crypto';
import { participantFieldNames, participantFields } from '@dossard/contract/participants/participant.fields.ts';
import type { Seal } from '../tables/audit.table.ts';
import { sha256 } from '../tools/sha256.ts';

/*
 * The digest of a log entry (H1). Personal fields are hashed separately with a salt (H2), so that an erasure can remove
 * the fields and their salt, and leave a digest that reveals nothing.
 */

/** The hashed fields of an entry, beside its time and the previous hash. */
export interface Content {
  competition_id: number;
  actor_id: number | null;
  action: string;
  subject: string;
  subject_key: string;
  before: unknown;
  after: unknown;
  reason: string | null;
}

/** Fields that name or describe a person, at any depth of an entry. */
const personalFields = new Set<string>([
  ...participantFieldNames.filter((name) => participantFields[name].isPersonal),
  ...['status_reason', 'referee_name', 'email', 'reason', 'jury', 'text'],
]);

type Fields = Record<string, unknown>;

/**
 * Lists the objects in an entry that have personal fields, in the order of their seals; the entry itself first, if it
 * has a reason.
 */
export function listSealed(entry: Content): Fields[] {
  const found: Fields[] = [];
  writeCanonical(contentOf(entry), (fields) => {
    found.push(fields);
    return '';
  });
  return found;
}

/** Creates the seals of a new entry. */
export function createSeals(entry: Content): Seal[] {
  const sealed = listSealed(entry);
  // One call: the random source costs more than its bytes.
  const salts = randomBytes(sealed.length * saltBytes);
  return sealed.map((_, at) => ({ salt: salts.toString('base64url', at * saltBytes, (at + 1) * saltBytes) }));
}
const saltBytes = 16;

/**
 * Returns the seals of an entry, with digests instead of salts for the objects whose personal fields will be erased.
 */
export const eraseSeals = (entry: Content & { seals: Seal[] | null }, isErased: (fields: Fields) => boolean): Seal[] =>
  listSealed(entry).map((fields, index) => {
    const seal = entry.seals?.[index];
    if (!seal) throw new Error('An entry of the log has personal fields without a seal.');
    return 'salt' in seal && isErased(fields) ? { digest: digestFields(fields, seal.salt) } : seal;
  });

/** Computes the digest of an entry, in hex; undefined if its personal fields do not match `seals`. */
export function digestEntry(entry: Content, seals: readonly Seal[]): string | undefined {
  let used = 0;
  const text = writeCanonical(contentOf(entry), (fields) => {
    const seal = seals[used];
    used += 1;
    if (!seal) return '';
    return 'salt' in seal ? digestFields(fields, seal.salt) : seal.digest;
  });
  return used === seals.length ? sha256(text) : undefined;
}

/** Computes the digest of the personal fields among `fields`, in hex. */
function digestFields(fields: Fields, salt: string): string {
  const personal = Object.fromEntries(Object.entries(fields).filter(([name]) => personalFields.has(name)));
  return sha256(salt + writeCanonical(personal));
}

/** Absent values count as null; a reason is hashed only if there is one. */
function contentOf({ before, after, reason, ...entry }: Content): Fields {
  const { competition_id, actor_id, action, subject, subject_key } = entry;
  const content = {
    competition_id,
    actor_id,
    action,
    subject,
    subject_key,
    before: before ?? null,
    after: after ?? null,
  };
  return reason === null ? content : { ...content, reason };
}

/**
 * Formats a value as JSON with sorted keys, because PostgreSQL may reorder them. With `seal`, the personal fields of
 * each object are replaced by its result.
 */
function writeCanonical(value: unknown, seal?: (fields: Fields) => string): string {
  if (Array.isArray(value)) return `[${value.map((one) => writeCanonical(one ?? null, seal)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Fields;
  const names = Object.keys(fields).sort();
  const written: string[] = [];
  // Before nested objects: seals are in the order of their objects.
  if (seal && names.some((name) => personalFields.has(name) && fields[name] !== undefined))
    written.push(`"":"${seal(fields)}"`);
  for (const name of names) {
    if (fields[name] === undefined || (seal && personalFields.has(name))) continue;
    written.push(`${JSON.stringify(name)}:${writeCanonical(fields[name], seal)}`);
  }
  return `{${written.join()}}`;
}
