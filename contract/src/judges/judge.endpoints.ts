import * as z from 'zod/mini';
import { anyone, endpoint, endpointsOf, inCompetition, signedIn } from '../calls/endpoint.ts';
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

const tokenEndpoint = endpointsOf({ who: anyone, changes: [], limit: 'token' });

const linkEndpoint = endpointsOf({ who: inCompetition('invite_users'), changes: ['judges', 'counts'] });

export const createJudgeLink = linkEndpoint('createJudgeLink', 'POST /competition/:id/judge-links', {
  summary: 'A new link by which judges of some zones record runs without an account; only this answer has its token',
  body: judgeLinkInputSchema,
  answer: newJudgeLinkSchema,
  statuses: [201],
  refusals: ['zone_not_found'],
  repeat: 'secret',
});

export const listJudgeLinks = linkEndpoint('listJudgeLinks', 'GET /competition/:id/judge-links', {
  topic: 'judges',
  summary: 'The links for judges, each with the phones that opened it, the latest link first',
  answer: z.object({ links: z.array(judgeLinkSchema) }),
});

export const updateJudgeLink = linkEndpoint('updateJudgeLink', 'PUT /competition/:id/judge-links/:linkId', {
  changes: ['judges', 'runs', 'participants', 'counts', 'progress', 'ranking'],
  summary: 'Changes the end or the phones of a link, or hides all its runs from the ranking until they were looked at',
  body: judgeLinkUpdateSchema,
});

export const deleteJudgeLink = linkEndpoint('deleteJudgeLink', 'DELETE /competition/:id/judge-links/:linkId', {
  summary: 'Revokes a link and ends its phones; the runs recorded by it stay. Repeating it has no further effect',
});

export const endJudgePhone = endpoint('endJudgePhone', 'DELETE /competition/:id/judge-links/:linkId/phones/:phone', {
  changes: ['judges'],
  summary: 'Ends one phone that opened a link; repeating it has no further effect',
  who: inCompetition('invite_users'),
});

export const readJudgeLink = tokenEndpoint('readJudgeLink', 'POST /judge/link', {
  summary: 'The competition, zones and end of a link for judges, while it is valid',
  body: z.object({ token: judgeTokenSchema }),
  answer: openLinkSchema,
  refusals: ['judge_link_not_valid'],
  repeat: 'harmless',
});

export const openJudgeLink = tokenEndpoint('openJudgeLink', 'POST /judge/open', {
  summary: 'Lets a judge begin on a phone, with a name only; the same phone again is no further one',
  body: judgeOpeningSchema,
  answer: judgeSessionSchema,
  statuses: [201],
  refusals: ['judge_link_not_valid', 'too_many_phones'],
  repeat: 'secret',
});

export const getJudgeSession = endpoint('getJudgeSession', 'GET /judge/session', {
  topic: 'judges',
  summary: 'Who judges on this phone by a link, where, and until when',
  who: signedIn,
  judge: 'only',
  answer: judgeSessionSchema,
});
