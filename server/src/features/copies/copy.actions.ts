import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import type { CompetitionCreation } from '@dossard/contract/competitions/competition.schema.ts';
import { carriedNames } from '@dossard/contract/competitions/competition.settings.ts';
import type { Copied, CopyChoice } from '@dossard/contract/copies/copy.schema.ts';
import { pickFacts } from '@dossard/contract/participants/participant.fields.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { eq } from 'drizzle-orm';
import type { Caller } from '../../access/account.store.ts';
import { type CompetitionAccess, type CompetitionRow, findAccess } from '../../access/competition.access.ts';
import { lockCompetition, raiseVersion } from '../../audit/competition.version.ts';
import type { Write } from '../../audit/write.ts';
import type { Transaction } from '../../database/client.ts';
import { putRow } from '../../database/one.row.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { competitions } from '../../tables/competition.table.ts';
import { entryPages } from '../../tables/entry.tables.ts';
import { isPresent } from '../../tables/joins.ts';
import { participants } from '../../tables/participant.table.ts';
import { zones } from '../../tables/zone.tables.ts';
import { createCompetition, updateCompetition } from '../competitions/competition.actions.ts';
import { getEntryPage } from '../entries/entry.store.ts';
import { grantRole } from '../members/member.actions.ts';
import { listMembersOf } from '../members/member.store.ts';
import { addRiders } from '../participants/rider.writes.ts';
import { createZone } from '../zones/zone.actions.ts';
import { listZonesOf } from '../zones/zone.store.ts';
import { listCopiedRiders } from './copy.store.ts';

/**
 * Creates a competition, filled from another one in the same transaction if requested. Throws `competition_not_found`.
 */
export async function startCompetition(
  write: Write,
  caller: Caller,
  { copy, ...input }: CompetitionCreation,
): Promise<CompetitionAccess> {
  const created = await createCompetition(write, input, caller.id);
  if (!copy) return created;
  const writing = { ...write, competition_id: created.id };
  await copyCompetition(writing, caller, copy);
  const [filled] = await write.tx.select().from(competitions).where(eq(competitions.id, created.id));
  return filled ? { ...filled, role: created.role } : created;
}

/**
 * Copies zones, graduations, settings, and on request members and riders from another competition (M1, M2). Throws
 * `competition_not_found` unless the caller is admin there, and `competition_not_empty`.
 */
export async function copyCompetition(write: Write, caller: Caller, choice: CopyChoice): Promise<Copied> {
  const { tx } = write;
  const source = await findAccess(tx, choice.competition_id, caller.id);
  if (!source || !mayInCompetition(caller, source.role, 'manage_competition')) {
    throw new Refusal('competition_not_found');
  }
  await refuseUnlessEmpty(write);
  await updateCompetition(write, settingsOf(source));
  await copyEntryPage(tx, source.id, write.competition_id);
  const found = await listZonesOf(tx, source.id);
  for (const { name, graduations } of found) {
    await createZone(write, { name, graduations: graduations.map(({ id, ...graduation }) => graduation) });
  }
  const members = choice.members ? await copyMembers(write, source.id, caller) : 0;
  const riders = choice.riders ? await copyRiders(write, source) : 0;
  const graduations = found.reduce((sum, zone) => sum + zone.graduations.length, 0);
  return { zones: found.length, graduations, members, riders };
}

/**
 * Locks the competition, so that two copies at the same time do not double its zones, and throws
 * `competition_not_empty`.
 */
async function refuseUnlessEmpty(write: Write): Promise<void> {
  const { tx, competition_id } = write;
  await lockCompetition(write);
  const zoneCount = await tx.$count(zones, isPresent(zones, competition_id));
  const riderCount = await tx.$count(participants, isPresent(participants, competition_id));
  if (zoneCount + riderCount > 0) throw new Refusal('competition_not_empty');
}

/** Returns the settings that carry over to the next event, without its link to another round. */
function settingsOf(competition: CompetitionRow) {
  const { runs, tie_breaks } = competition.ranking_rule;
  const ranking_rule = { runs, tie_breaks: tie_breaks.filter((criterion) => criterion !== 'previous_round') };
  return { ...pick(competition, ...carriedNames), ranking_rule };
}

async function copyMembers(write: Write, sourceId: number, caller: Caller): Promise<number> {
  const members = (await listMembersOf(write.tx, sourceId)).filter(({ id }) => id !== caller.id);
  // A fixed order, so that two copies of the same members cannot deadlock.
  for (const { id, role } of [...members].sort((a, b) => a.id - b.id)) await grantRole(write, id, role);
  return members.length;
}

async function copyRiders(write: Write, { id, name }: CompetitionRow): Promise<number> {
  const { riders } = await listCopiedRiders(write.tx, id);
  await addRiders(
    write,
    riders.map((rider) => ({ dossard_number: rider.dossard_number, ...pickFacts(rider) })),
    name,
  );
  await raiseVersion(write);
  return riders.length;
}

/** Copies the settings of an entry page that carry over to the next event (M1); it starts closed, without a date. */
async function copyEntryPage(tx: Transaction, from: number, to: number): Promise<void> {
  const { is_open, closes_on, ...page } = await getEntryPage(tx, from);
  await putRow(tx, entryPages, { competition_id: to, ...page });
}
