/** Why an update is not made, as a sentence for the person who asked for it. */
export class UpdateError extends Error {
  override name = 'UpdateError';
}
