import { afterAll, onTestFinished } from 'vitest';
import { getCurrentTest } from 'vitest/suite';

/**
 * Cleans up by `work` once whoever asks is over: the running test, or the file where none runs. Vitest never runs an
 * `afterAll` that a test or its `beforeEach` asks for, nor one of a module that an earlier file has loaded.
 */
export function whenOver(work: () => unknown): void {
  const cleanUp = async () => void (await work());
  if (getCurrentTest()) onTestFinished(cleanUp);
  else afterAll(cleanUp);
}
