import { readFile } from 'node:fs/promises';
import { officialListSchema } from '@dossard/contract/results/official.list.schema.ts';
import { receiptFileSchema } from '@dossard/contract/runs/receipt.schema.ts';
import * as z from 'zod/mini';
import { BackupError } from '../../backup/backup.error.ts';
import type { Anchor } from '../../chain/chain.check.ts';
import { parseJson } from '../../tools/parse.json.ts';
import { sha256 } from '../../tools/sha256.ts';

/** Reads the anchors in files: the JSON of official lists, and the receipts of phones (H4). Throws a BackupError. */
export async function readAnchors(paths: readonly string[]): Promise<Anchor[]> {
  const files = await Promise.all(paths.map(async (path) => readAnchorsOf(path, await readFile(path))));
  return files.flat();
}

/** Reads the anchors in one file. Throws a BackupError. */
export function readAnchorsOf(path: string, bytes: Buffer): Anchor[] {
  const content = parseJson(bytes.toString('utf8'));
  const list = z.safeParse(officialListSchema, content);
  if (list.success) {
    const { competition, chain } = list.data;
    return [{ competition_id: competition.id, head: chain, from: path, list: sha256(bytes) }];
  }
  const phone = z.safeParse(receiptFileSchema, content);
  if (phone.success) {
    return phone.data.receipts.map(({ competition_id, submission_id, head, dossard, run_number }) => {
      const from = `${path}, run ${dossard}/${run_number}`;
      return { competition_id, head, submission_id, from };
    });
  }
  throw new BackupError(`${path} is neither the JSON of an official list nor the receipts of a phone.`);
}
