import { emailVerifications, globalPermissions, sessions, users } from '../features/accounts/account.tables.ts';
import { competitions } from '../features/competitions/competition.table.ts';
import { auditLog } from '../features/history/audit.table.ts';
import { invitations } from '../features/invitations/invitation.table.ts';
import { members } from '../features/members/member.table.ts';
import { participants } from '../features/participants/participant.table.ts';
import { refereePhones } from '../features/phones/phone.table.ts';
import { runs, settledPairs, submissions, unresolvedRuns } from '../features/runs/run.tables.ts';
import { graduations, zones } from '../features/zones/zone.tables.ts';
import { deviceKeys } from '../http/device.key.table.ts';
import { idempotencyKeys } from '../http/idempotency.table.ts';
import { rateLimits } from '../http/limits.table.ts';
import { mails } from '../mail/mail.table.ts';

/** All tables, as migrations and tests see them; each is written beside its feature. */
export const schema = {
  users,
  sessions,
  globalPermissions,
  competitions,
  members,
  invitations,
  zones,
  graduations,
  participants,
  runs,
  submissions,
  settledPairs,
  unresolvedRuns,
  refereePhones,
  auditLog,
  emailVerifications,
  mails,
  idempotencyKeys,
  rateLimits,
  deviceKeys,
};
