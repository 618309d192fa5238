import type { Profile } from '@dossard/contract/accounts/account.schema.ts';

/** Returns true if an account may create competitions; it only decides what is shown. */
export const mayCreate = ({ can_create_competitions }: Profile): boolean => can_create_competitions ?? true;
