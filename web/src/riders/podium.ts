/** The last rank on the podium. */
const lastOnPodium = 3;

/** Lists the riders on the podium, the first first; tied riders share a step (R7). */
export const listPodium = <Ranked extends { rank: number | null }>(ranking: readonly Ranked[]): Ranked[] =>
  ranking.filter(({ rank }) => rank !== null && rank <= lastOnPodium);
