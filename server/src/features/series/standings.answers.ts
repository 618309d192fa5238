import type { StandingsQuery } from '@dossard/contract/series/standings.schema.ts';
import type { Season } from './season.ts';
import { writeClubs, writeStandings } from './standings.ts';

/** Answers kept for one season at most: a client could ask for made-up categories without end. */
const maxWritten = 300;

/** Serialises the standings that a query asks for, once for all who read them. */
export const answerStandings = (season: Season, query: StandingsQuery): Promise<Buffer> =>
  answerOnce(season, JSON.stringify(query), () => writeStandings(season, query));

/** Serialises the ranking of clubs, once for all who read it. */
export const answerClubs = (season: Season): Promise<Buffer> => answerOnce(season, 'clubs', () => writeClubs(season));

function answerOnce(season: Season, asked: string, write: () => Promise<object>): Promise<Buffer> {
  const answer = season.written.get(asked) ?? write().then((written) => Buffer.from(JSON.stringify(written)));
  if (season.written.size < maxWritten) season.written.set(asked, answer);
  answer.catch(() => season.written.delete(asked));
  return answer;
}
