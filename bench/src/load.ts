import autocannon from 'autocannon';

export interface Load {
  connections: number;
  /** Total number of requests; alternatively `seconds`. */
  amount?: number;
  seconds?: number;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Returns the body of each request by its number, from 1. */
  body?: (index: number) => string;
  /** The status that every answer must have. */
  status: number;
  /** Called with the p99 of the response times in milliseconds. */
  onLatency?: (p99: number) => void;
}

/**
 * Sends requests as fast as they are answered; returns the requests per second. Throws for an answer with another
 * status.
 */
export async function requestsPerSecond(url: string, load: Load): Promise<number> {
  let next = 0;
  const { connections, amount, seconds, method = 'GET', headers = {}, body, status } = load;
  const start = performance.now();
  let lastAnswer = start;
  const options: autocannon.Options = {
    url,
    connections,
    ...(amount !== undefined ? { amount } : { duration: seconds ?? 2 }),
    method,
    headers,
    ...(body && {
      requests: [
        {
          setupRequest(request) {
            next += 1;
            return { ...request, body: body(next) };
          },
        },
      ],
    }),
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, measured) => (error ? reject(error) : resolve(measured)));
    // The load tool ends on a whole second, so measure when the last request was answered.
    running.on('response', () => {
      lastAnswer = performance.now();
    });
  });
  const expected = result.statusCodeStats?.[`${status}`]?.count ?? 0;
  const total = Object.values(result.statusCodeStats ?? {}).reduce((sum, { count = 0 }) => sum + count, 0);
  if (result.errors > 0 || expected !== total || total === 0)
    throw new Error(`${url} answered ${JSON.stringify(result.statusCodeStats)}, with ${result.errors} errors.`);
  load.onLatency?.(result.latency.p99);
  return amount !== undefined ? (amount * 1000) / (lastAnswer - start) : result.requests.average;
}
