/** How old the page was when it came, in milliseconds: a cache in front of a server that is away says so (`deploy/varnish/`). */
export function ageOfPage(): number {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return entry?.serverTiming?.find(({ name }) => name === 'age')?.duration ?? 0;
}
