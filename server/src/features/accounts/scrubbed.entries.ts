import type { and } from 'drizzle-orm';
import { eraseSeals, listSealed } from '../../chain/entry.digest.ts';
import type { Transaction } from '../../database/client.ts';
import { linkEarlierEntriesOf } from '../../database/earlier.entries.ts';
import { updateRow } from '../../database/one.row.ts';
import type { Facts } from '../../logged/logged.entry.ts';
import { auditLog } from '../../tables/audit.table.ts';

/**
 * Replaces personal fields in log entries in place, at any depth; digests replace the salts. `replace` returns the new
 * fields, or undefined to keep them. Returns the chains of the changed entries.
 */
export async function scrubEntries(
  tx: Transaction,
  which: ReturnType<typeof and>,
  replace: (fields: Facts) => Facts | undefined,
): Promise<number[]> {
  const chains = await tx.selectDistinct({ id: auditLog.competition_id }).from(auditLog).where(which);
  for (const { id } of chains.sort((one, other) => one.id - other.id)) await linkEarlierEntriesOf(tx, id);
  const changed = new Set<number>();
  for (const entry of await tx.select().from(auditLog).where(which)) {
    const replacements = new Map<Facts, Facts>();
    for (const fields of listSealed(entry)) {
      // The entry itself, with its reason, is about riders.
      const replacement = 'subject_key' in fields ? undefined : replace(fields);
      if (replacement) replacements.set(fields, replacement);
    }
    if (replacements.size === 0) continue;
    const seals = eraseSeals(entry, (fields) => replacements.has(fields));
    for (const [fields, replacement] of replacements)
      for (const [name, value] of Object.entries(replacement)) if (name in fields) fields[name] = value;
    const { before, after } = entry;
    await updateRow(tx, auditLog, entry, { before, after, seals });
    changed.add(entry.competition_id);
  }
  return [...changed];
}
