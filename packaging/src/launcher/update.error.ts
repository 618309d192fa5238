/** Why an update is not possible, as a sentence for the person who started it. */
export class UpdateError extends Error {
  override name = 'UpdateError';
}
