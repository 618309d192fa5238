/** Public competitions, grouped as the start page shows them. */
export interface CompetitionTimes<C> {
  /** Those of today. */
  now: readonly C[];
  /** The soonest first. */
  coming: readonly C[];
  /** By year, the latest first. */
  past: readonly { year: string; competitions: readonly C[] }[];
}

/** Groups competitions by their day (`YYYY-MM-DD`) as seen from `today`. */
export function groupByTime<C extends { date: string }>(
  competitions: readonly C[],
  today: string,
): CompetitionTimes<C> {
  const latestFirst = [...competitions].sort((a, b) => b.date.localeCompare(a.date));
  const past = latestFirst.filter(({ date }) => date < today);
  const years = [...new Set(past.map(({ date }) => yearOf(date)))];
  return {
    now: latestFirst.filter(({ date }) => date === today),
    coming: latestFirst.filter(({ date }) => date > today).reverse(),
    past: years.map((year) => ({ year, competitions: past.filter(({ date }) => yearOf(date) === year) })),
  };
}

const yearOf = (date: string) => date.slice(0, 4);
