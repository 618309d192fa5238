import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * Runs `work` at the end of the running test, or of the file if no test runs. Use it instead of `afterAll` in helpers:
 * Vitest ignores an `afterAll` that is called in a test or in `beforeEach`, and one in a module that another test file
 * has already loaded.
 */
export function whenOver(work: () => unknown): void {
  const cleanUp = async () => void (await work());
  if (TestRunner.getCurrentTest()) onTestFinished(cleanUp);
  else afterAll(cleanUp);
}
