/** Who may set `X-Forwarded-For`: nobody, this many proxies in a row, or the proxies at these addresses and networks. */
export type TrustProxy = false | number | readonly string[];

/**
 * Returns the `trustProxy` option of Fastify, which by itself trusts nobody when given a number of hops: it cannot tell that
 * the nearest one is a proxy. With hops, nothing but the proxy may reach the port.
 */
export function trustedProxies(trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (trust === false) return false;
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust];
}
