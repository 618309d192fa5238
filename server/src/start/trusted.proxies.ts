/** Which proxies may set `X-Forwarded-For`: none, this number of hops, or those at these addresses and networks. */
export type TrustProxy = false | number | readonly string[];

/**
 * Returns the `trustProxy` option of Fastify. For a number of hops Fastify itself trusts nobody, because it cannot tell
 * that the nearest one is a proxy. With hops, only the proxy may be able to reach the port.
 */
export function trustedProxies(trust: TrustProxy): false | string[] | ((address: string, hop: number) => boolean) {
  if (trust === false) return false;
  return typeof trust === 'number' ? (_, hop) => hop < trust : [...trust];
}
