import { getProfile } from '@dossard/contract/accounts/session.endpoints.ts';
import { read } from './read.ts';

/** The reader's account. */
export const profile = () => read(getProfile, {}, { key: ['profile'], staleTime: 60_000 });
