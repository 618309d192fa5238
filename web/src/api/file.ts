import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import { callApi, type Sending } from './client.ts';

/** Calls an endpoint that answers a file. Throws a `Failure`. */
export async function fetchFile<E extends Endpoint>(endpoint: E, sending: Sending<E>): Promise<Blob> {
  const answer: unknown = await callApi(endpoint, { ...sending, answersFile: true });
  if (!(answer instanceof Blob)) throw new Error(`${endpoint.name} answered no file.`);
  return answer;
}
