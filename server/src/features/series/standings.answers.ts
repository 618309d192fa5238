import type { StandingsQuery } from '@dossard/contract/series/standings.schema.ts';
import type { Season } from './season.ts';
import { writeClubs, writeStandings } from './standings.ts';

/** Maximum number of cached answers per season: a client could request any number of made-up categories. */
const maxWritten = 300;

/** Serialises the standings for a query, once for all readers. */
export const answerStandings = (season: Season, query: StandingsQuery): Promise<Buffer> =>
  answerOnce(season, JSON.stringify(query), () => writeStandings(season, query));

/** Serialises the ranking of clubs, once for all readers. */
export const answerClubs = (season: Season): Promise<Buffer> => answerOnce(season, 'clubs', () => writeClubs(season));

function answerOnce(season: Season, asked: string, write: () => Promise<object>): Promise<Buffer> {
  const answer = season.written.get(asked) ?? write().then((written) => Buffer.from(JSON.stringify(written)));
  if (season.written.size < maxWritten) season.written.set(asked, answer);
  answer.catch(() => season.written.delete(asked));
  return answer;
}
