import * as endpoints from '@dossard/contract/judges/judge.endpoints.ts';
import { say } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { afterEndMs, type JudgingCaller } from '../../access/judge.access.ts';
import { setJudgeCookie } from '../../http/input/session.cookie.ts';
import type { Routes } from '../../http/routes/route.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { createJudgeLink, deleteJudgeLink, endJudgePhone, openJudgeLink, updateJudgeLink } from './judge.actions.ts';
import { describeJudge, describeOpenLink, findOpenLink, listJudgeLinksOf } from './judge.store.ts';

/** Links for judges, as admins make them and judges open them. */
export function judgeRoutes({ route, writeRoute, parts: { db, publicUrl } }: Routes): void {
  writeRoute(endpoints.createJudgeLink, (write, call) => createJudgeLink(write, call.body, call.competition.date));

  route(endpoints.listJudgeLinks, async ({ competition }) => ({
    links: await listJudgeLinksOf(db, competition.id),
  }));

  writeRoute(endpoints.updateJudgeLink, (write, call) =>
    updateJudgeLink(write, call.params.linkId, call.body, say(m.judge_link_hidden_reason, {}, call.language)),
  );

  writeRoute(endpoints.deleteJudgeLink, (write, call) => deleteJudgeLink(write, call.params.linkId));

  writeRoute(endpoints.endJudgePhone, (write, call) => endJudgePhone(write, call.params.linkId, call.params.phone));

  route(endpoints.readJudgeLink, async ({ body, now }) => {
    const found = await findOpenLink(db, body.token, now);
    if (!found) throw new Refusal('judge_link_not_valid');
    return describeOpenLink(db, found);
  });

  route(endpoints.openJudgeLink, async ({ body, now, reply }) => {
    const { token, judge } = await db.transaction((tx) => openJudgeLink({ tx, now }, body));
    setJudgeCookie(reply, token, publicUrl, new Date(Date.parse(judge.ends_at) + afterEndMs));
    return judge;
  });

  route(endpoints.getJudgeSession, ({ caller }) => describeJudge(db, caller as JudgingCaller));
}
