import type { PendingInvitation } from '@dossard/contract/invitations/invitation.schema.ts';
import { pick } from '@dossard/contract/text/pick.ts';
import { and, asc, eq, gt } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/client.ts';
import { isStillAllowed } from '../../rights/still.allowed.ts';
import { userName, users } from '../../tables/account.tables.ts';
import { hasValues } from '../../tables/has.values.ts';
import { invitations } from '../../tables/invitation.table.ts';

/** Matches invitations of a competition whose inviter may still invite; the others are invalid. */
export const inviterMayInvite = (db: Database | Transaction, competitionId: number) =>
  isStillAllowed(db, competitionId, invitations.invited_by, 'invite_users');

/** Lists the invitations of a competition that can still be accepted, by expiry. */
export async function listPending(db: Database, competitionId: number, now: Date): Promise<PendingInvitation[]> {
  const rows = await db
    .select({ invitation: invitations, invited_by: userName })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invited_by))
    .where(
      and(
        hasValues(invitations, { competition_id: competitionId, accepted_by: null }),
        gt(invitations.expires_at, now.toISOString()),
        inviterMayInvite(db, competitionId),
      ),
    )
    .orderBy(asc(invitations.expires_at), asc(invitations.token_hash));
  return rows.map(({ invitation, invited_by }) => ({
    id: invitation.token_hash,
    ...pick(invitation, 'kind', 'email', 'role'),
    invited_by,
    expires_at: Math.floor(Date.parse(invitation.expires_at) / 1000),
  }));
}

/** Revokes an invitation that was not accepted; returns false when there is none. */
export async function revokeInvitation(tx: Transaction, competitionId: number, id: string): Promise<boolean> {
  const revoked = await tx
    .delete(invitations)
    .where(hasValues(invitations, { competition_id: competitionId, token_hash: id, accepted_by: null }))
    .returning({ id: invitations.token_hash });
  return revoked.length > 0;
}
