import { judgeName } from '@dossard/contract/calls/account.header.ts';
import type { JudgeLink, JudgeSession, OpenLink } from '@dossard/contract/judges/judge.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, count, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm';
import type { CompetitionRow } from '../../access/competition.access.ts';
import { isLinkTrusted, type JudgeOfCall } from '../../access/judge.access.ts';
import { hashToken } from '../../access/token.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { isStillAllowed } from '../../rights/still.allowed.ts';
import { competitions } from '../../tables/competition.table.ts';
import { hasValues } from '../../tables/has.values.ts';
import { isPresent, runOf } from '../../tables/joins.ts';
import { judgeLinks, judges } from '../../tables/judge.tables.ts';
import { refereePhones } from '../../tables/phone.table.ts';
import { runs, submissions } from '../../tables/run.tables.ts';
import { zones } from '../../tables/zone.tables.ts';

export type JudgeLinkRow = typeof judgeLinks.$inferSelect;

/** Lists the zones of a link that are not deleted, in the order of their creation. */
export async function listZonesOfLink(
  db: Database | Transaction,
  { competition_id, zone_ids }: Pick<JudgeLinkRow, 'competition_id' | 'zone_ids'>,
): Promise<{ id: number; name: string }[]> {
  const isGiven = zone_ids === null ? undefined : inArray(zones.id, [...zone_ids]);
  return db
    .select({ id: zones.id, name: zones.name })
    .from(zones)
    .where(and(isPresent(zones, competition_id), isGiven))
    .orderBy(zones.id);
}

/** Finds the link of a token that may be opened now (U1); undefined for an unknown, early, ended or revoked one. */
export async function findOpenLink(
  db: Database | Transaction,
  token: string,
  now: Date,
): Promise<{ link: JudgeLinkRow; competition: CompetitionRow } | undefined> {
  const hasToken = eq(judgeLinks.token_hash, hashToken(token));
  // The token does not contain the competition, by which the rows are stored on a cluster.
  const [named] = await db.select({ id: judgeLinks.competition_id }).from(judgeLinks).where(hasToken);
  if (!named) return undefined;
  const [found] = await db
    .select({ link: judgeLinks, competition: competitions })
    .from(judgeLinks)
    .innerJoin(competitions, eq(competitions.id, judgeLinks.competition_id))
    .where(
      and(
        hasValues(judgeLinks, { competition_id: named.id, revoked_at: null }),
        hasToken,
        isNull(competitions.deleted_at),
        isStillAllowed(db, named.id, judgeLinks.made_by, 'invite_users'),
      ),
    );
  const at = now.toISOString();
  const isOpen = found && (found.link.starts_at ?? at) <= at && at < found.link.ends_at;
  return isOpen ? found : undefined;
}

/** Describes a link to somebody who scanned it. */
export async function describeOpenLink(
  db: Database,
  { link, competition }: { link: JudgeLinkRow; competition: CompetitionRow },
): Promise<OpenLink> {
  return { competition, zones: await listZonesOfLink(db, link), ends_at: link.ends_at };
}

/** Describes a judge to their phone. */
export async function describeJudge(
  db: Database | Transaction,
  { judge, first_name: name }: { judge: Omit<JudgeOfCall, 'link_id' | 'state' | 'quarantine'>; first_name: string },
): Promise<JudgeSession> {
  const { competition_id, zone_ids, ends_at } = judge;
  const [competition] = await db.select().from(competitions).where(eq(competitions.id, competition_id));
  return {
    judge: judgeName(judge.id),
    competition_id,
    competition_name: competition?.name ?? '',
    zones: await listZonesOfLink(db, { competition_id, zone_ids: zone_ids && [...zone_ids] }),
    name,
    ends_at,
  };
}

/** Lists the links of a competition, the latest first, each with its judges by the time when they opened it. */
export async function listJudgeLinksOf(db: Database, competitionId: number): Promise<JudgeLink[]> {
  const [links, opened] = await Promise.all([
    db
      .select({ ...getTableColumns(judgeLinks), isTrusted: isLinkTrusted(db, competitionId) })
      .from(judgeLinks)
      .where(eq(judgeLinks.competition_id, competitionId))
      .orderBy(judgeLinks.id),
    db
      .select({
        judge: judges,
        ...pick(refereePhones, 'zone_id', 'last_contact'),
        unsent: sql<number>`coalesce(${refereePhones.unsent}, 0)`,
        runs: sql<number>`(${db
          .select({ runs: count() })
          .from(submissions)
          .innerJoin(runs, isRunOfSubmission)
          .where(
            and(
              hasValues(submissions, { competition_id: judges.competition_id, user_id: sql`-${judges.id}` }),
              isNull(runs.deleted_at),
            ),
          )})::int`,
      })
      .from(judges)
      .leftJoin(
        refereePhones,
        hasValues(refereePhones, {
          competition_id: judges.competition_id,
          user_id: sql`-${judges.id}`,
          phone_id: judges.phone_id,
        }),
      )
      .where(eq(judges.competition_id, competitionId))
      .orderBy(judges.opened_at, judges.id),
  ]);
  return links.map(({ hidden_at, isTrusted, ...link }) => ({
    ...link,
    hidden: hidden_at !== null,
    ...(!isTrusted && { suspended: true }),
    opened: opened
      .filter(({ judge }) => judge.link_id === link.id)
      .map(({ judge, ...more }) => ({ ...judge, ...more })),
  }));
}

/** Matches the run of a submission, where it is now. */
const isRunOfSubmission = runOf(submissions);
