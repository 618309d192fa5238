import type { InferDataFromTag, QueryKey } from '@tanstack/react-query';
import { queryClient } from '../api/page.client.ts';

/**
 * Stores the answer to a write as the data of a query. Cancels a read of that query in progress, which may be older than
 * the write and would bring the old data back. For answers that cost an attempt at a token to read again, and for ticks.
 */
export async function storeAnswer<Key extends QueryKey>(
  { queryKey }: { queryKey: Key },
  answer: NoInfer<InferDataFromTag<unknown, Key>>,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData(queryKey, answer);
}
