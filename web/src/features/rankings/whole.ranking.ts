import type { Ranking, RankingEntry } from '@dossard/contract/rankings/ranking.schema.ts';

/** Most riders that one answer brings (api: page_size). */
const longestPage = 100;
/** How often it is begun anew when runs come in between two pages; then a rider may stand on both or on neither. */
const attempts = 5;

/** Reads all pages of one version of a ranking, in order; `readPage` asks for one of them. */
export async function readWholeRanking(
  readPage: (paging: { page: number; page_size: number }) => Promise<Ranking>,
): Promise<RankingEntry[]> {
  const read = (page: number) => readPage({ page, page_size: longestPage });
  for (let attempt = 1; ; attempt += 1) {
    const first = await read(1);
    const answers = [first];
    for (let page = 2; page <= Math.ceil(first.total / longestPage); page += 1) answers.push(await read(page));
    const isOneVersion = answers.every(({ version }) => version === first.version);
    const riders = new Map(answers.flatMap(({ rankings }) => rankings).map((entry) => [entry.dossard, entry]));
    if (isOneVersion || attempt === attempts) return [...riders.values()];
  }
}
