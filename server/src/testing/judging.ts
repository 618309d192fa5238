import { createJudgeLink, openJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import type { TestAnswer, TestApp, TestCaller } from './test.app.ts';

/** Makes a link for judges, of all zones unless `more` says otherwise; returns the answer with its token. */
export const makeJudgeLink = async (
  admin: TestCaller,
  competitionId: number,
  more: Record<string, unknown> = {},
): Promise<TestAnswer['body']> =>
  (await admin.call(createJudgeLink, { params: { id: competitionId }, body: { zone_ids: null, ...more } })).body;

/** Opens a link on a phone; the caller has the judge's cookie, and besides it `session` if given. */
export async function openAsJudge(
  { visitor }: TestApp,
  token: string,
  { name = 'Jo Fictif', phone_id = 'phone-1', session = '' } = {},
): Promise<{ judge: TestCaller; answer: TestAnswer }> {
  const answer = await visitor.call(openJudgeLink, { body: { token, name, phone_id } });
  const cookies = [session, String(answer.headers['set-cookie'] ?? '').split(';', 1)[0]].filter(Boolean).join('; ');
  return { judge: callerWith(visitor, cookies), answer };
}

/** A caller with the given cookies. */
export const callerWith = (visitor: TestCaller, cookie: string): TestCaller => ({
  ...visitor,
  cookie,
  call: (endpoint, sent) => visitor.call(endpoint, { ...sent, headers: { cookie, ...sent?.headers } }),
});
