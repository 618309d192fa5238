import { defaultParseSearch, defaultStringifySearch } from '@tanstack/router-core';
import type { RawSearch } from './address.ts';

/* Parses and formats addresses as the router does, for pages without the router. */

/** Splits an address into its path and its parsed query. */
export function parseAddress(address: string): { path: string; search: RawSearch } {
  const [path = '/', ...query] = address.split('?');
  return { path, search: defaultParseSearch(query.join('?')) };
}

/** Formats a path with a query; undefined values are left out. */
export const formatAddress = (path: string, search: object): string => path + defaultStringifySearch({ ...search });
