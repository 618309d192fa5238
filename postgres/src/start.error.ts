/** Why the server cannot start, as a sentence for the person who runs it: main prints it without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
