/**
 * Returns the age of the page when it arrived, in ms; a cache in front of an unreachable server reports it
 * (`deploy/varnish/`).
 */
export function ageOfPage(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.serverTiming?.find(({ name }) => name === 'age')?.duration ?? 0;
}
