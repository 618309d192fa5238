import { mayInCompetition } from '@dossard/contract/access/permissions.ts';
import type { CompetitionRelation } from '@dossard/contract/relations/relation.schema.ts';
import { and, asc, eq, isNull } from 'drizzle-orm';
import { type Caller, findNames } from '../../access/account.store.ts';
import { findAccess } from '../../access/competition.access.ts';
import type { Database } from '../../database/client.ts';
import { listRelationStates } from '../../rights/relations.ts';
import { competitions } from '../../tables/competition.table.ts';
import { places } from '../../tables/place.tables.ts';
import { seriesAdmins } from '../../tables/series.tables.ts';
import { listSeriesCounting } from '../identity/counted.competitions.ts';
import { getFollows } from '../rounds/round.store.ts';

/** A relation as it is stored: `competition_id` is the competition in which its maker needs a right (X1). */
interface StoredRelation extends Pick<CompetitionRelation, 'kind' | 'id' | 'name' | 'made_at'> {
  competition_id: number;
  made_by: number | null;
  /** Whether the caller administers the other side. */
  isOtherMine: boolean;
}

/** Lists all relations of a competition: series, the rounds before and after it, the other installation. */
export async function listRelations(
  db: Database,
  competitionId: number,
  caller: Caller,
): Promise<CompetitionRelation[]> {
  const found = [
    ...(await listSeriesRelations(db, competitionId, caller)),
    ...(await listNextRounds(db, competitionId, caller)),
    ...(await listPreviousRound(db, competitionId, caller)),
    ...(await listInstallations(db, competitionId)),
  ];
  const states = await listRelationStates(db, found);
  const names = await findNames(
    db,
    found.flatMap(({ made_by }) => made_by ?? []),
  );
  return found.map(({ competition_id, made_by, isOtherMine, ...relation }, index) => ({
    ...relation,
    made_by: (made_by !== null && names.get(made_by)) || null,
    state: states[index] ?? 'suspended',
    can_take_over: isOtherMine && made_by !== caller.id,
  }));
}

const isSuper = ({ global_permissions }: Caller) => global_permissions.includes('super_admin');

async function listSeriesRelations(db: Database, id: number, caller: Caller): Promise<StoredRelation[]> {
  const administered = await db.select().from(seriesAdmins).where(eq(seriesAdmins.user_id, caller.id));
  const mine = new Set(administered.map(({ series_id }) => series_id));
  return (await listSeriesCounting(db, id)).map(({ series, made_by, made_at }) => ({
    kind: 'series',
    id: series.id,
    name: `${series.name} ${series.season}`,
    competition_id: id,
    made_by,
    made_at,
    isOtherMine: isSuper(caller) || mine.has(series.id),
  }));
}

async function managesOther(db: Database, caller: Caller, id: number): Promise<boolean> {
  const access = await findAccess(db, id, caller.id);
  return access !== undefined && mayInCompetition(caller, access.role, 'manage_competition');
}

async function listNextRounds(db: Database, competition_id: number, caller: Caller): Promise<StoredRelation[]> {
  const { id, name, follows_made_by: made_by, follows_made_at: made_at } = competitions;
  const rounds = await db
    .select({ id, name, made_by, made_at })
    .from(competitions)
    .where(and(eq(competitions.follows, competition_id), isNull(competitions.deleted_at)))
    .orderBy(asc(id));
  const found: StoredRelation[] = [];
  for (const round of rounds) {
    const isOtherMine = await managesOther(db, caller, round.id);
    found.push({ kind: 'next_round', ...round, competition_id, isOtherMine });
  }
  return found;
}

async function listPreviousRound(db: Database, competitionId: number, caller: Caller): Promise<StoredRelation[]> {
  const [own] = await db.select().from(competitions).where(eq(competitions.id, competitionId));
  if (!own?.follows) return [];
  const { follows: id, follows_made_by: made_by, follows_made_at: made_at } = own;
  const name = (await getFollows(db, own)).competition_name ?? '';
  const isOtherMine = await managesOther(db, caller, id);
  return [{ kind: 'previous_round', id, name, competition_id: id, made_by, made_at, isOtherMine }];
}

async function listInstallations(db: Database, id: number): Promise<StoredRelation[]> {
  const { other_name: name, made_by, created_at: made_at } = places;
  const shared = await db
    .select({ name, made_by, made_at })
    .from(places)
    .where(and(eq(places.competition_id, id), isNull(places.ended)));
  return shared.map((place) => ({ kind: 'installation', id, ...place, competition_id: id, isOtherMine: true }));
}
