import { mayInCompetition, roleMay } from '@dossard/contract/access/permissions.ts';
import type { CompetitionPlace, Who } from '@dossard/contract/calls/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../../access/account.store.ts';
import { type CompetitionAccess, findAccess } from '../../access/competition.access.ts';
import type { JudgingCaller } from '../../access/judge.access.ts';
import { findSeriesAccess, type SeriesAccess } from '../../access/series.access.ts';
import type { SessionRights } from '../../access/session.store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import type { RequestInput } from '../input/request.input.ts';
import type { Parts } from '../parts.ts';

/** Whether a caller may create competitions: by a permission, or because this installation allows everybody. */
export function mayCreateCompetitions(caller: Caller, { openCreation }: Pick<Parts, 'openCreation'>): boolean {
  const held = caller.global_permissions;
  if (held.includes('super_admin') || held.includes('create_competition')) return true;
  return openCreation && caller.email_verified && caller.account_status === 'active';
}

/** Describes an account to its owner, who may have to set up a second factor before anything else. */
export const describeProfile = (
  parts: Pick<Parts, 'openCreation'>,
  caller: Caller,
  rights?: Pick<SessionRights, 'must_set_up'> | null,
) => ({
  ...caller,
  can_create_competitions: mayCreateCompetitions(caller, parts),
  ...(rights?.must_set_up && { factor_setup_required: true as const }),
});

/** Rejects a caller who lacks a global permission; `super_admin` includes all others (A2). */
function checkGlobal(who: Who & { kind: 'global' }, caller: Caller, parts: Pick<Parts, 'openCreation'>): void {
  const held = caller.global_permissions;
  if (held.includes('super_admin') || held.includes(who.permission)) return;
  if (who.permission !== 'create_competition') throw new Refusal('forbidden');
  if (mayCreateCompetitions(caller, parts)) return;
  throw new Refusal('competition_creation_not_allowed');
}

/**
 * Rejects a caller who lacks a permission in a competition. A competition that the caller may not see is answered as if
 * it did not exist (A3).
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
  const isUnproven = caller.account_status === 'invited' && roleMay(competition.role, who.permission);
  throw new Refusal(isUnproven ? 'address_not_confirmed' : 'forbidden');
}

function notFound(who: Who & { kind: 'competition' }, caller: Caller | null): Refusal {
  const forVisitors = who.orIfPublic && caller === null;
  return new Refusal('competition_not_found', forVisitors ? { says: 'competition_not_public' } : {});
}

/**
 * Rejects a caller who does not administer a series; a private one is answered as if it did not exist (A3, T12). An
 * account whose address is not verified administers nothing (A4).
 */
function checkSeries(caller: Caller | null, series: SeriesAccess | undefined): SeriesAccess {
  const isSuper = caller?.global_permissions.includes('super_admin');
  if (series && (isSuper || (series.is_admin && caller?.account_status === 'active'))) return series;
  if (series?.is_admin && caller?.account_status === 'invited') throw new Refusal('address_not_confirmed');
  if (series && (series.is_admin || series.is_public)) throw new Refusal('forbidden');
  throw new Refusal('series_not_found');
}

/** The competition or series of a call, as its caller may see it. */
export interface Subject {
  competition?: CompetitionAccess;
  series?: SeriesAccess;
}

/** Rejects a caller without the permission; returns the competition or the series of the call. */
export async function authorise(
  who: Who,
  request: FastifyRequest,
  input: RequestInput,
  parts: Parts,
  findForVisitors: (id: number) => Promise<CompetitionAccess | undefined>,
): Promise<Subject> {
  if (who.kind === 'signed_in' && who.proven && !request.caller?.email_verified)
    throw new Refusal('address_not_confirmed');
  if (who.kind === 'global' && request.caller) checkGlobal(who, request.caller, parts);
  if (who.kind === 'series') {
    const series = await findSeriesAccess(parts.db, Number(input.params.seriesId), request.caller?.id);
    return { series: checkSeries(request.caller, series) };
  }
  if (who.kind === 'anyone' && who.inPublic) {
    const competition = await findForVisitors(Number(input.params.id));
    if (competition?.is_public) return { competition };
    throw new Refusal('competition_not_found', { says: 'competition_not_public' });
  }
  if (who.kind !== 'competition') return {};
  const id = competitionIdAt(who.at, input);
  if (request.caller?.judge && request.caller.judge.competition_id !== id && who.orIfPublic) request.caller = null;
  const { caller } = request;
  if (caller?.judge)
    return { competition: await authoriseJudge(who, { ...caller, judge: caller.judge }, id, input, parts) };
  const isVisitor = caller === null && !who.evenDeleted;
  const competition = isVisitor
    ? await findForVisitors(id)
    : await findAccess(parts.db, id, caller?.id, who.evenDeleted);
  return { competition: checkCompetition(who, request.caller, competition) };
}

/**
 * Rejects a judge outside of the link's competition and zones, without revealing what exists there (U2). Throws
 * `forbidden`, `competition_not_found` when it was deleted since.
 */
async function authoriseJudge(
  who: Who & { kind: 'competition' },
  caller: JudgingCaller,
  competitionId: number,
  { params, body }: RequestInput,
  { db }: Parts,
): Promise<CompetitionAccess> {
  const { competition_id, zone_ids } = caller.judge;
  const zoneId = params.zoneId ?? (body as { zone_id?: unknown } | undefined)?.zone_id;
  const isOtherZone = typeof zoneId === 'number' && zone_ids !== null && !zone_ids.includes(zoneId);
  if (competitionId !== competition_id || isOtherZone) throw new Refusal('forbidden');
  const competition = await findAccess(db, competition_id, undefined);
  return checkCompetition(who, caller, competition && { ...competition, role: 'referee' });
}

function competitionIdAt(at: CompetitionPlace, input: RequestInput): number {
  const [place, name] = at.split('.') as ['params' | 'query' | 'body', string];
  return Number((input[place] as Record<string, unknown>)[name] ?? 0);
}
