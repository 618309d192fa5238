import { and, eq, isNull, or, sql } from 'drizzle-orm';
import type { Transaction } from '../../database/client.ts';
import { invitations } from '../../tables/invitation.table.ts';

/**
 * Revokes everything that would give a member back a role that was taken away, or invite others: invitations mailed to
 * their address, those that they made, and all QR codes, which anyone may have photographed.
 */
export async function revokeInvitationsOf(
  tx: Transaction,
  competitionId: number,
  member: { id: number; email: string | null },
): Promise<void> {
  await tx
    .delete(invitations)
    .where(
      and(
        eq(invitations.competition_id, competitionId),
        isNull(invitations.accepted_by),
        or(
          eq(invitations.kind, 'qr'),
          eq(invitations.invited_by, member.id),
          member.email === null ? undefined : eq(sql`lower(${invitations.email})`, member.email.toLowerCase()),
        ),
      ),
    );
}
