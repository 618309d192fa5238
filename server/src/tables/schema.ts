import { emailVerifications, globalPermissions, sessions, users } from './account.tables.ts';
import { alarms } from './alarm.table.ts';
import { auditLog, installationChain } from './audit.table.ts';
import { competitions } from './competition.table.ts';
import { deskCalls, runRequests } from './desk.tables.ts';
import { deviceKeys } from './device.key.table.ts';
import { entries, entryForms, entryLinks, entryOrigins, entryPages } from './entry.tables.ts';
import { codeFactors, installationSettings, passkeys, recoveryCodes, usedChallenges } from './factor.tables.ts';
import { riderFollowers } from './follower.table.ts';
import { idempotencyKeys } from './idempotency.table.ts';
import { invitations, speakerLinks } from './invitation.table.ts';
import { judgeLinks, judges } from './judge.tables.ts';
import { rateLimits } from './limits.table.ts';
import { mails } from './mail.table.ts';
import { members } from './member.table.ts';
import { noticeReceipts, notices } from './notice.tables.ts';
import { participants } from './participant.table.ts';
import { refereePhones } from './phone.table.ts';
import { placeCodes, placeConflicts, places } from './place.tables.ts';
import { complaints, groupResults, officialLists, tieDecisions } from './result.tables.ts';
import { runChecks, runs, settledPairs, submissions, unresolvedRuns } from './run.tables.ts';
import { securityEvents } from './security.table.ts';
import {
  outsideLists,
  outsideRanks,
  outsideResults,
  series,
  seriesAdmins,
  seriesCompetitions,
  seriesDecisions,
  seriesInvitations,
} from './series.tables.ts';
import { setupLinks } from './setup.table.ts';
import { graduations, zones } from './zone.tables.ts';

/** All tables, for migrations and tests; each is defined in its own file. */
export const schema = {
  users,
  sessions,
  globalPermissions,
  codeFactors,
  passkeys,
  recoveryCodes,
  usedChallenges,
  installationSettings,
  securityEvents,
  alarms,
  competitions,
  members,
  invitations,
  speakerLinks,
  judgeLinks,
  judges,
  zones,
  graduations,
  participants,
  runs,
  submissions,
  settledPairs,
  runChecks,
  unresolvedRuns,
  runRequests,
  deskCalls,
  refereePhones,
  notices,
  noticeReceipts,
  groupResults,
  officialLists,
  tieDecisions,
  complaints,
  entryPages,
  entryForms,
  entryLinks,
  entries,
  entryOrigins,
  riderFollowers,
  series,
  seriesCompetitions,
  seriesAdmins,
  seriesInvitations,
  seriesDecisions,
  outsideResults,
  outsideLists,
  outsideRanks,
  places,
  placeCodes,
  placeConflicts,
  auditLog,
  installationChain,
  emailVerifications,
  mails,
  idempotencyKeys,
  rateLimits,
  deviceKeys,
  setupLinks,
};
