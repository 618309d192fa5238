import * as z from 'zod/mini';
import { anyone, endpoint, inCompetition, signedIn } from '../calls/endpoint.ts';
import {
  judgeLinkInputSchema,
  judgeLinkSchema,
  judgeLinkUpdateSchema,
  judgeOpeningSchema,
  judgeSessionSchema,
  judgeTokenSchema,
  newJudgeLinkSchema,
  openLinkSchema,
} from './judge.schema.ts';

export const createJudgeLink = endpoint('createJudgeLink', 'POST /competition/:id/judge-links', {
  changes: ['judges', 'counts'],
  summary: 'A new link by which judges of some zones record runs without an account; only this answer has its token',
  who: inCompetition('invite_users'),
  body: judgeLinkInputSchema,
  answer: newJudgeLinkSchema,
  statuses: [201],
  refusals: ['zone_not_found'],
  repeat: 'secret',
});

export const listJudgeLinks = endpoint('listJudgeLinks', 'GET /competition/:id/judge-links', {
  topic: 'judges',
  summary: 'The links for judges, each with the phones that opened it, the latest link first',
  who: inCompetition('invite_users'),
  answer: z.object({ links: z.array(judgeLinkSchema) }),
});

export const updateJudgeLink = endpoint('updateJudgeLink', 'PUT /competition/:id/judge-links/:linkId', {
  changes: ['judges', 'runs', 'participants', 'counts', 'progress', 'ranking'],
  summary: 'Changes the end or the phones of a link, or hides all its runs from the ranking until they were looked at',
  who: inCompetition('invite_users'),
  body: judgeLinkUpdateSchema,
});

export const deleteJudgeLink = endpoint('deleteJudgeLink', 'DELETE /competition/:id/judge-links/:linkId', {
  changes: ['judges', 'counts'],
  summary: 'Revokes a link and ends its phones; the runs recorded by it stay. Repeating it has no further effect',
  who: inCompetition('invite_users'),
});

export const endJudgePhone = endpoint('endJudgePhone', 'DELETE /competition/:id/judge-links/:linkId/phones/:phone', {
  changes: ['judges'],
  summary: 'Ends one phone that opened a link; repeating it has no further effect',
  who: inCompetition('invite_users'),
});

export const readJudgeLink = endpoint('readJudgeLink', 'POST /judge/link', {
  changes: [],
  summary: 'The competition, zones and end of a link for judges, while it is valid',
  who: anyone,
  body: z.object({ token: judgeTokenSchema }),
  answer: openLinkSchema,
  refusals: ['judge_link_not_valid'],
  limit: 'token',
  repeat: 'harmless',
});

export const openJudgeLink = endpoint('openJudgeLink', 'POST /judge/open', {
  changes: [],
  summary: 'Lets a judge begin on a phone, with a name only; the same phone again is no further one',
  who: anyone,
  body: judgeOpeningSchema,
  answer: judgeSessionSchema,
  statuses: [201],
  refusals: ['judge_link_not_valid', 'too_many_phones'],
  limit: 'token',
  repeat: 'secret',
});

export const getJudgeSession = endpoint('getJudgeSession', 'GET /judge/session', {
  topic: 'judges',
  summary: 'Who judges on this phone by a link, where, and until when',
  who: signedIn,
  judge: 'only',
  answer: judgeSessionSchema,
});
