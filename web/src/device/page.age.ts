/**
 * Returns the time since the server answered with this page, in ms: since it arrived here, and its age then, which a
 * cache in front of an unreachable server reports (`deploy/varnish/`).
 */
export function ageOfPage(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const ageOnArrival = entry?.serverTiming?.find(({ name }) => name === 'age')?.duration ?? 0;
  return ageOnArrival + performance.now() - (entry?.responseStart ?? 0);
}
