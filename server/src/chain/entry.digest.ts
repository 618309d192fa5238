import { randomBytes } from 'node:crypto';
import { participantFieldNames, participantFields } from '@dossard/contract/participants/participant.fields.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import type { AuditRow, Seal } from '../tables/audit.table.ts';
import { sha256 } from '../tools/sha256.ts';

/*
 * The digest of a log entry (H1). Personal fields are hashed separately with a salt (H2), so that an erasure can remove
 * the fields and their salt, and leave a digest that reveals nothing.
 */

/** The hashed fields of an entry, beside its time and the previous hash. */
export type Content = Omit<AuditRow, 'id' | 'at' | 'link' | 'hash' | 'seals' | 'relayed'>;

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

/** Seals a new entry: a salt for each object with personal fields, and the entry's digest in hex. */
export function sealEntry(entry: Content): { seals: Seal[]; digest: string } {
  const seals: Seal[] = [];
  const text = writeCanonical(contentOf(entry), (fields, personal) => {
    const salt = drawSalt();
    seals.push({ salt });
    return digestFields(fields, personal, salt);
  });
  return { seals, digest: sha256(text) };
}

const saltBytes = 16;
let drawn = Buffer.alloc(0);

/** Draws a salt; from many at a time, because a call of the random source costs more than its bytes. */
function drawSalt(): string {
  if (drawn.length === 0) drawn = randomBytes(saltBytes * 256);
  const salt = drawn.toString('base64url', 0, saltBytes);
  drawn = drawn.subarray(saltBytes);
  return salt;
}

/**
 * Returns the seals of an entry, with digests instead of salts for the objects whose personal fields will be erased.
 */
export const eraseSeals = (entry: Content & { seals: Seal[] | null }, isErased: (fields: Fields) => boolean): Seal[] =>
  listSealed(entry).map((fields, index) => {
    const seal = entry.seals?.[index];
    if (!seal) throw new Error('An entry of the log has personal fields without a seal.');
    return 'salt' in seal && isErased(fields)
      ? { digest: digestFields(fields, listFields(fields).filter(isPersonal), seal.salt) }
      : seal;
  });

/** Computes the digest of an entry, in hex; undefined if its personal fields do not match `seals`. */
export function digestEntry(entry: Content, seals: readonly Seal[]): string | undefined {
  let used = 0;
  const text = writeCanonical(contentOf(entry), (fields, personal) => {
    const seal = seals[used];
    used += 1;
    if (!seal) return '';
    return 'salt' in seal ? digestFields(fields, personal, seal.salt) : seal.digest;
  });
  return used === seals.length ? sha256(text) : undefined;
}

/** Lists the names of the fields of an object that have a value, sorted. */
const listFields = (fields: Fields): string[] =>
  Object.keys(fields)
    .filter((name) => fields[name] !== undefined)
    .sort();
const isPersonal = (name: string) => personalFields.has(name);

/** Computes the digest of these personal fields of an object, in hex. */
const digestFields = (fields: Fields, personal: readonly string[], salt: string): string =>
  sha256(`${salt}{${personal.map((name) => writeField(fields, name)).join()}}`);

/** Absent values count as null; a reason is hashed only if there is one. */
function contentOf({ before, after, reason, ...entry }: Content): Fields {
  const named = pick(entry, 'competition_id', 'actor_id', 'action', 'subject', 'subject_key');
  const content = { ...named, before: before ?? null, after: after ?? null };
  return reason === null ? content : { ...content, reason };
}

type SealFields = (fields: Fields, personal: readonly string[]) => string;

/**
 * Formats a value as JSON with sorted keys, because PostgreSQL may reorder them. With `seal`, the personal fields of
 * each object are replaced by its result.
 */
function writeCanonical(value: unknown, seal?: SealFields): string {
  if (Array.isArray(value)) return `[${value.map((one) => writeCanonical(one ?? null, seal)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = value as Fields;
  const names = listFields(fields);
  const personal = seal ? names.filter(isPersonal) : [];
  const written: string[] = [];
  // Before nested objects: seals are in the order of their objects.
  if (seal && personal.length > 0) written.push(`"":"${seal(fields, personal)}"`);
  for (const name of names) if (!(seal && isPersonal(name))) written.push(writeField(fields, name, seal));
  return `{${written.join()}}`;
}

const writeField = (fields: Fields, name: string, seal?: SealFields): string =>
  `${JSON.stringify(name)}:${writeCanonical(fields[name], seal)}`;
