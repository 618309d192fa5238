import { StartError } from '@dossard/postgres/start.error.ts';

/** Why an update is not possible, as a sentence for the person who started it. */
export class UpdateError extends StartError {
  override name = 'UpdateError';
}
