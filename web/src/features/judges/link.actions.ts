import type { BodyInput } from '@dossard/contract/calls/endpoint.ts';
import { createJudgeLink, deleteJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import type { JudgeLink } from '@dossard/contract/judges/judge.schema.ts';
import { dropMadeLink, keepMadeLink } from '../../desk/made.links.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';

/* Making and revoking links for judges; a new link's code can be shown in this tab. */

type LinkBody = BodyInput<typeof createJudgeLink>;

/** Makes one link. */
export const makeLink = (competitionId: number, body: LinkBody) =>
  perform(
    createJudgeLink,
    { params: { id: competitionId }, body },
    { first: (made) => keepMadeLink(competitionId, made), said: m.judge_link_made() },
  );

/** Makes a link for each of the zones. */
export async function makeLinkForEach(competitionId: number, zones: readonly { id: number }[]): Promise<void> {
  for (const { id } of zones) await makeLink(competitionId, { zone_ids: [id] });
}

/** Revokes a link with its phones. */
export const revokeLink = (competitionId: number, linkId: number, said: string | undefined = m.judge_link_revoked()) =>
  perform(
    deleteJudgeLink,
    { params: { id: competitionId, linkId } },
    { first: () => dropMadeLink(competitionId, linkId), ...(said && { said }) },
  );

/** Replaces a link by one with a new code, for the same zones and phones, and revokes the former one. */
export async function renewLink(
  competitionId: number,
  { id, zone_ids, label, phones, ends_at }: JudgeLink,
): Promise<void> {
  // A link that has ended is renewed until the default end.
  const end = Date.parse(ends_at) > Date.now() ? { ends_at } : {};
  await makeLink(competitionId, { zone_ids: zone_ids && [...zone_ids], label, phones, ...end });
  await revokeLink(competitionId, id, '');
}
