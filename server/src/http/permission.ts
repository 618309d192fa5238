import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import type { Who } from '@dossard/contract/calls/endpoint.ts';
import type { Caller } from '../access/account.store.ts';
import type { CompetitionAccess } from '../access/competition.access.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Parts } from './parts.ts';

/** Returns true if a caller may create competitions: by a permission, or because this installation lets everybody. */
export function mayCreateCompetitions(caller: Caller, { openCreation }: Pick<Parts, 'openCreation'>): boolean {
  const held = caller.global_permissions;
  if (held.includes('super_admin') || held.includes('create_competition')) return true;
  return openCreation && caller.email_verified && caller.account_status === 'active';
}

/** Refuses a caller who lacks a global permission; `super_admin` includes all others (A2). */
export function checkGlobal(who: Who & { kind: 'global' }, caller: Caller, parts: Pick<Parts, 'openCreation'>): void {
  const held = caller.global_permissions;
  if (held.includes('super_admin') || held.includes(who.permission)) return;
  if (who.permission !== 'create_competition') throw new Refusal('forbidden');
  if (mayCreateCompetitions(caller, parts)) return;
  throw new Refusal('competition_creation_not_allowed');
}

/**
 * Refuses a caller who may not do this in a competition. What the caller may not see answers exactly like what does
 * not exist (A3).
 */
export function checkCompetition(
  who: Who & { kind: 'competition' },
  caller: Caller | null,
  competition: CompetitionAccess | undefined,
): CompetitionAccess {
  if (competition === undefined) throw notFound(who, caller);
  if (who.orIfPublic && competition.is_public) return competition;
  if (mayInCompetition(caller, competition.role, who.permission)) return competition;
  const isHidden = competition.deleted_at !== null || (competition.role === null && !competition.is_public);
  if (isHidden) throw notFound(who, caller);
  if (caller === null) throw new Refusal('not_authenticated');
  throw new Refusal('forbidden');
}

function notFound(who: Who & { kind: 'competition' }, caller: Caller | null): Refusal {
  const forVisitors = who.orIfPublic && caller === null;
  return new Refusal('competition_not_found', forVisitors ? { says: 'competition_not_public' } : {});
}
