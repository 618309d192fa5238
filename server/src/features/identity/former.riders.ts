import type { Transaction } from '../../database/client.ts';
import { deleteEarlierDecisions } from './decision.store.ts';
import { unbindEntries } from './entry.bindings.ts';

/**
 * Deletes entries, addresses and decisions of the former riders with these bibs, before the bibs belong to new riders
 * (J5, J7, T9).
 */
export async function detachFormerRiders(
  tx: Transaction,
  competitionId: number,
  dossards: readonly number[],
): Promise<void> {
  await deleteEarlierDecisions(tx, competitionId, dossards);
  await unbindEntries(tx, competitionId, dossards);
}
