import { isNotNull } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { idempotencyKeys, isKey } from '../../tables/idempotency.table.ts';

/** Rewrites the stored answers of repeated writes, value by value. */
export async function rewriteKeptAnswers(
  tx: Transaction,
  rewrite: (field: string, value: unknown) => unknown,
): Promise<void> {
  const kept = await tx.select().from(idempotencyKeys).where(isNotNull(idempotencyKeys.answer));
  for (const { answer, ...write } of kept) {
    const rewritten = JSON.stringify(JSON.parse(answer ?? '', rewrite));
    if (rewritten === answer) continue;
    await tx.update(idempotencyKeys).set({ answer: rewritten }).where(isKey(write));
  }
}
