import type { BodyInput } from '@dossard/contract/calls/endpoint.ts';
import type { Competition } from '@dossard/contract/competitions/competition.schema.ts';
import { createJudgeLink, deleteJudgeLink } from '@dossard/contract/judges/judge.endpoints.ts';
import type { JudgeLink } from '@dossard/contract/judges/judge.schema.ts';
import { dropMadeLink, keepMadeLink } from '../../desk/made.links.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';

/* Making and revoking links for judges; a new link's code can be shown in this tab. */

type LinkBody = BodyInput<typeof createJudgeLink>;

/** The competition of a link. */
export type LinkedCompetition = Pick<Competition, 'id' | 'date'>;

/** Makes one link, by default until the evening of the competition. */
export const makeLink = ({ id, date }: LinkedCompetition, body: LinkBody, said = m.judge_links_made({ count: 1 })) =>
  perform(createJudgeLink, {
    params: { id },
    body: { ...body, ends_at: body.ends_at ?? eveningOf(date) },
    first: (made) => keepMadeLink(id, made),
    ...(said && { said }),
  });

/** Returns the end of a day here, because the server may be in another time zone; null if it is over. */
function eveningOf(date: string): string | null {
  const evening = new Date(`${date}T23:59`);
  return evening > new Date() ? evening.toISOString() : null;
}

/** Makes a link for each of the zones, and says so at the end. */
export async function makeLinkForEach(competition: LinkedCompetition, zones: readonly { id: number }[]): Promise<void> {
  for (const [index, { id }] of zones.entries()) {
    const said = index === zones.length - 1 ? m.judge_links_made({ count: zones.length }) : '';
    await makeLink(competition, { zone_ids: [id] }, said);
  }
}

/** Revokes a link with its phones. */
export const revokeLink = (competitionId: number, linkId: number, said: string | undefined = m.judge_link_revoked()) =>
  perform(deleteJudgeLink, {
    params: { id: competitionId, linkId },
    first: () => dropMadeLink(competitionId, linkId),
    ...(said && { said }),
  });

/** Replaces a link by one with a new code, for the same zones and phones, and revokes the former one. */
export async function renewLink(
  competition: LinkedCompetition,
  { id, zone_ids, label, phones, ends_at }: JudgeLink,
): Promise<void> {
  // A link that has ended is renewed until the default end.
  const end = Date.parse(ends_at) > Date.now() ? { ends_at } : {};
  await makeLink(competition, { zone_ids: zone_ids && [...zone_ids], label, phones, ...end });
  await revokeLink(competition.id, id, '');
}
