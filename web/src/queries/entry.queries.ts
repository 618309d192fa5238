import { getEntryForm } from '@dossard/contract/entries/entry.endpoints.ts';
import { read } from './read.ts';

/** The form that a mailed link opens (J5). */
export const linkedForm = (token: string) => read(getEntryForm, { query: { token } });
