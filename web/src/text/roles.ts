import type { Role } from '@dossard/contract/access/permissions.ts';

/** All roles, the one with the most permissions first. */
export const roles = ['admin', 'editor', 'referee', 'viewer'] as const satisfies readonly Role[];
