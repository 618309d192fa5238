import type { AnswerOf, ClientEndpoint, Writes } from '@dossard/contract/calls/endpoint.ts';
import type { Changes } from '@dossard/contract/calls/topics.ts';
import { callApi, type Sending } from '../api/client.ts';
import { Failure } from '../api/failure.ts';
import { queryClient } from '../api/page.client.ts';
import { withProof } from '../api/proof.ts';
import { toast } from '../ui/parts/toast.ts';

interface Afterwards<Answer> {
  /** The toast; it comes last, when no form counts its input as unsaved any more. */
  said?: string | ((answer: Answer) => string);
  /** Runs before anything is read again: a reader who may no longer see the page leaves it first. */
  first?: (answer: Answer) => unknown;
}

/**
 * Sends a write, after a proof of identity if it needs one, and reads again what it changes; also after an answer that
 * somebody else was faster. Throws a `Failure`.
 */
export async function perform<E extends ClientEndpoint & Writes>(
  endpoint: E,
  sending: Sending<E> & Afterwards<AnswerOf<E>>,
): Promise<AnswerOf<E>> {
  const { said, first } = sending;
  try {
    const answer = await withProof(() => callApi(endpoint, sending));
    await first?.(answer);
    await readAgain(endpoint.changes);
    if (said) toast(endpoint.name, typeof said === 'string' ? said : said(answer));
    return answer;
  } catch (error) {
    if (error instanceof Failure && [404, 409].includes(error.status)) void readAgain(endpoint.changes);
    throw error;
  }
}

/** Reads topics again that are on screen, and marks the others as outdated. */
export async function readAgain(changes: Changes): Promise<void> {
  if (changes === 'everything') return queryClient.invalidateQueries();
  await queryClient.invalidateQueries({ predicate: ({ queryKey: [topic] }) => changes.some((one) => one === topic) });
}
