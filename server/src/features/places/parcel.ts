import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { exchangeVersion, messageSchema } from '@dossard/contract/places/exchange.schema.ts';
import { comparisonSchema } from '@dossard/contract/places/place.schema.ts';
import { storedTimeSchema } from '@dossard/contract/text/text.schema.ts';
import * as z from 'zod/mini';

/* What is sent from one installation to the other: a message with what is said around it, as compressed JSON. */

/** Largest parcel that is unpacked, in bytes. */
const maxUnpacked = 16 * 1024 * 1024;

const digestSchema = z.array(
  z.object({ table: z.string(), hour: z.nullable(storedTimeSchema), count: z.int(), hash: z.string() }),
);
/** What one side has, table by table and hour by hour (Y7). */
export type Digest = z.infer<typeof digestSchema>;

const parcelSchema = z.object({
  pair: z.uuid(),
  /** Rises with each message; an answer has that of its question. */
  sequence: z.int(),
  now: storedTimeSchema,
  message: z.nullable(messageSchema),
  /** What the caller has, when it lacks nothing. */
  digest: z.optional(digestSchema),
  /** What the one who was called found out with it. */
  comparison: z.optional(comparisonSchema),
  /** The sharing was ended here. */
  ended: z.optional(z.boolean()),
});
export type Parcel = z.infer<typeof parcelSchema>;

/** The other installation speaks another version of the exchange, since one of the two was updated. */
export class OtherVersion extends Error {}

/** What somebody who is known has sent is no parcel, or too large for one. */
export class UnreadableParcel extends Error {}

/** A parcel without a version is of the first one. */
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

/** What the answer to a parcel signs: the question too, so that it answers no other. */
export const answerBytes = (question: string, answer: Buffer): Buffer => Buffer.concat([Buffer.from(question), answer]);
