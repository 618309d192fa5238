import { proofMs } from '@dossard/contract/accounts/factor.schema.ts';
import type { Endpoint } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { mustSetUpFactor } from '../../access/factor.rule.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { Parts } from '../parts.ts';

/**
 * Rejects a call that its session may not make yet: because a second factor has to be set up first (S21), or because
 * the caller has not proved their identity within the last minutes (S20). Throws `factor_setup_required`,
 * `proof_required`.
 */
export async function checkSessionRights(request: FastifyRequest, endpoint: Endpoint, parts: Parts): Promise<void> {
  const { caller, rights } = request;
  if (!caller || !rights) return;
  // A session may be older than the rule; powerful calls check the rule now, not at the next sign-in.
  const isPowerful = endpoint.who.kind === 'global' && endpoint.who.permission !== 'create_competition';
  if (isPowerful && !rights.has_factor && (await mustSetUpFactor(parts.db, caller.id)))
    throw new Refusal('factor_setup_required');
  if (!endpoint.proof) return;
  if (endpoint.proof === 'with_factor' && !rights.has_factor) return;
  const since = parts.clock().getTime() - proofMs;
  if (rights.proven_at === null || Date.parse(rights.proven_at) < since) throw new Refusal('proof_required');
}
