import { createJudgeLink, openJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import { doors } from './main.job.ts';
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

/** Returns the status of an answer, with the code of a refusal. */
export async function seen(answer: Promise<TestAnswer>): Promise<number | string> {
  const { status, body } = await answer;
  return body?.code ? `${status} ${body.code}` : status;
}

/** A request to correct run 1 of a rider: all doors won, as `more` says. */
export const runRequest = (dossard: number, more: Record<string, unknown> = {}) => ({
  request_id: `request-${crypto.randomUUID()}`,
  ...{ dossard, run_number: 1, version: 1, penality: 0, chrono_sec: 60, reason: 'Porte oubliée' },
  ...doors(1, 2, 3, 4, 5, 6),
  ...more,
});

/** A call to the desk. */
export const deskCall = (zone_id: number, more: Record<string, unknown> = {}) => ({
  ...{ call_id: `call-${crypto.randomUUID()}`, zone_id, kind: 'question' as const, text: 'Qui part ?', ...more },
});
