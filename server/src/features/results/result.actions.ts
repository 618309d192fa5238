import { categoryKey } from '@dossard/contract/categories/category.schema.ts';
import { type Group, isSameGroup } from '@dossard/contract/categories/group.ts';
import type { ManagedResult, ResultDeclaration } from '@dossard/contract/results/result.schema.ts';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { getChainHead, recordChange } from '../../audit/audit.log.ts';
import { lockCompetition, raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { officialLists } from '../../tables/result.tables.ts';
import { type Hold, putResult } from '../declarations/declared.results.ts';
import { freezeList, type MissingRuns } from './official.list.ts';
import { getManagedResult, listResultGroups, runCounter } from './result.store.ts';

/**
 * Declares a group's result (E1–E3); `official` publishes the next revision. Throws `reason_required` from the second
 * revision on, `runs_unchecked` where all runs must be checked (E13), `runs_missing` unless what is missing is accepted
 * (E11), and `invalid_request` for a group without riders.
 */
export async function declareResult(write: Write, declaration: ResultDeclaration): Promise<ManagedResult> {
  const { tx, competition_id } = write;
  // Every logged write locks this row too, so the ranking cannot change until the commit.
  const competition = await lockCompetition(write);
  const result = (await listResultGroups(tx, competition_id)).find((one) => isSameGroup(one, declaration));
  if (!result) throw new Refusal('invalid_request', { problems: [{ path: 'category', code: 'invalid_choice' }] });
  const { category, gender, declared: before, hold } = result;
  const group = { category, gender };
  const { state } = declaration;
  const revision = before.revision + (state === 'official' ? 1 : 0);
  const reason = declaration.reason || null;
  if (state === 'official' && revision > 1 && reason === null) throw new Refusal('reason_required');
  const missing = state === 'official' ? await checkMissing(tx, competition, group, declaration) : undefined;
  const complaints_until = state === 'provisional' ? (declaration.complaints_until ?? null) : null;
  const isKnown = state !== 'official' && before.state === state && before.complaints_until === complaints_until;
  if (isKnown) return getManagedResult(tx, competition, group);

  await putResult(write, result, { category, state, revision, complaints_until });
  const jury = declaration.jury ?? [];
  const sha256 =
    state === 'official'
      ? await publishList(write, competition, group, { revision, reason, jury, missing, hold })
      : null;
  await recordChange(write, {
    action: 'update',
    subject: 'result',
    key: `${category} ${gender}`,
    before: { ...group, state: before.state, revision: before.revision, complaints_until: before.complaints_until },
    after: { ...group, state, revision, complaints_until, ...(sha256 && { sha256, jury }) },
    reason,
  });
  await raiseVersion(write, [group]);
  return getManagedResult(tx, competition, group);
}

/**
 * Returns what is missing in a group, undefined if nothing is. Throws `runs_unchecked` (E13), and `runs_missing` unless it
 * is accepted (E11).
 */
async function checkMissing(
  tx: Transaction,
  competition: CompetitionRow,
  group: Group,
  { accept_missing = false }: ResultDeclaration,
): Promise<MissingRuns | undefined> {
  const { missing_runs, missing_riders, recorded, checked } = (await runCounter(tx, competition))(group);
  if (competition.official_needs_checked && checked < recorded)
    throw new Refusal('runs_unchecked', { extra: { unchecked_runs: recorded - checked } });
  if (missing_runs === 0) return undefined;
  if (!accept_missing) throw new Refusal('runs_missing', { extra: { missing_runs, missing_riders } });
  return { runs: missing_runs, riders: missing_riders };
}

/** Freezes and stores the next official list (E4), and returns its SHA-256. */
async function publishList(
  { tx, competition_id, now }: Write,
  competition: CompetitionRow,
  group: Group,
  {
    missing,
    hold,
    ...list
  }: {
    revision: number;
    reason: string | null;
    jury: string[];
    missing: MissingRuns | undefined;
    hold: Hold | null;
  },
): Promise<string> {
  // Not before a hold that was waited for, or the list would count as public before (E12).
  const published_at = [now.toISOString(), hold?.held_at ?? ''].sort()[1] ?? '';
  const chain = await getChainHead(tx, competition_id);
  const frozen = await freezeList(tx, competition, group, { revision: list.revision, published_at, missing, chain });
  const category_key = categoryKey(group.category);
  await tx.insert(officialLists).values({ competition_id, category_key, ...group, published_at, ...list, ...frozen });
  return frozen.sha256;
}
