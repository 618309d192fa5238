import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { exchangeVersion, messageSchema } from '@dossard/contract/places/exchange.schema.ts';
import { comparisonSchema } from '@dossard/contract/places/place.schema.ts';
import { storedTimeSchema } from '@dossard/contract/text/text.schema.ts';
import * as z from 'zod/mini';

/* A parcel is a message with its metadata, sent between installations as compressed JSON. */

/** Maximum size of an unpacked parcel, in bytes. */
const maxUnpacked = 8 * 1024 * 1024;

const digestSchema = z.array(
  z.object({
    table: z.string(),
    hour: z.nullable(storedTimeSchema),
    count: z.int(),
    hash: z.string(),
    /** The hash of each setting; earlier installations do not send it. */
    columns: z.optional(z.record(z.string(), z.string())),
  }),
);
/** A digest of one side's data, by table and hour (Y7). */
export type Digest = z.infer<typeof digestSchema>;

const parcelSchema = z.object({
  pair: z.uuid(),
  /** Increases with each message; an answer repeats the number of its request. */
  sequence: z.int(),
  now: storedTimeSchema,
  message: z.nullable(messageSchema),
  /** The caller's digest, when it is in sync. */
  digest: z.optional(digestSchema),
  /** The result of comparing it, from the called side. */
  comparison: z.optional(comparisonSchema),
  /** The sharing was ended on this side. */
  ended: z.optional(z.boolean()),
  /** The sharing is suspended on this side, so nothing was applied (X2). */
  suspended: z.optional(z.boolean()),
});
export type Parcel = z.infer<typeof parcelSchema>;

/** The other installation uses another version of the exchange, because one of the two was updated. */
export class OtherVersion extends Error {}

/** The sharing is suspended, on the side that the message names. */
export class Suspended extends Error {}

/** A known installation sent something that is no parcel, or is too large. */
export class UnreadableParcel extends Error {}

/** A parcel without a version has the first version. */
const versionSchema = z.object({ version: z._default(z.int(), 1) });

/** Packs a parcel. */
export const pack = (parcel: Parcel): Promise<Buffer> =>
  promisify<string, Buffer>(gzip)(JSON.stringify({ version: exchangeVersion, ...parcel }));

/** Unpacks a parcel. Throws `OtherVersion` and `UnreadableParcel`. */
export async function unpack(bytes: Buffer): Promise<Parcel> {
  try {
    const json = await promisify<Buffer, object, Buffer>(gunzip)(bytes, { maxOutputLength: maxUnpacked });
    const parcel: unknown = JSON.parse(json.toString());
    const { version } = z.parse(versionSchema, parcel);
    if (version !== exchangeVersion) throw new OtherVersion(`It speaks version ${version} of the exchange.`);
    return z.parse(parcelSchema, parcel);
  } catch (cause) {
    if (cause instanceof OtherVersion) throw cause;
    throw new UnreadableParcel('What it sent cannot be read.', { cause });
  }
}

/** Returns the signed bytes of an answer. They include the request, so that the answer fits no other request. */
export const answerBytes = (question: string, answer: Buffer): Buffer => Buffer.concat([Buffer.from(question), answer]);
