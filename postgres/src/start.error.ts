/** Why the server cannot start, as a message for the operator: main prints it without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}
