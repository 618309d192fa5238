import { expect, it, vi } from 'vitest';
import { Failure } from './failure.ts';
import { onProofRequired, withProof } from './proof.ts';

/** Makes a call that is refused until the reader has proved their identity. */
function guarded(answer: string) {
  const refuse = () => Promise.reject(new Failure(403, { code: 'proof_required', message: '', request_id: '' }));
  return vi.fn<() => Promise<string>>(async () => answer).mockImplementationOnce(refuse);
}

it('asks once for calls that require a proof at the same time, and again for a later one', async () => {
  const answers: ((isProven: boolean) => void)[] = [];
  onProofRequired(() => new Promise((resolve) => answers.push(resolve)));
  const both = Promise.all([withProof(guarded('first')), withProof(guarded('second'))]);
  await vi.waitFor(() => expect(answers).not.toEqual([]));
  answers[0]?.(true);
  expect(await both).toEqual(['first', 'second']);
  expect(answers).toHaveLength(1);

  const declined = withProof(guarded('third'));
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.(false);
  await expect(declined).rejects.toThrow(Failure);
});
