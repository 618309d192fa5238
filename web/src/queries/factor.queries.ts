import { listFactors } from '@dossard/contract/accounts/factor.endpoints.ts';
import { read } from './read.ts';

/** The second factors of the reader's account. */
export const ownFactors = () => read(listFactors, {});
