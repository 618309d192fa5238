import { and, eq, or, sql } from 'drizzle-orm';
import type { Write } from '../../audit/write.ts';
import { hasValues } from '../../tables/has.values.ts';
import { invitations } from '../../tables/invitation.table.ts';

/**
 * Revokes everything that would give a member back a role that was taken away, or invite others: invitations mailed to
 * their address, those that they made, and all QR codes, which anyone may have photographed.
 */
export async function revokeInvitationsOf(
  { tx, competition_id }: Write,
  member: { id: number; email: string | null },
): Promise<void> {
  await tx
    .delete(invitations)
    .where(
      and(
        hasValues(invitations, { competition_id, accepted_by: null }),
        or(
          eq(invitations.kind, 'qr'),
          eq(invitations.invited_by, member.id),
          member.email === null ? undefined : eq(sql`lower(${invitations.email})`, member.email.toLowerCase()),
        ),
      ),
    );
}
