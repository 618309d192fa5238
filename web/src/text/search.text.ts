import { defaultParseSearch, defaultStringifySearch } from '@tanstack/router-core';
import type { RawSearch } from './address.ts';

/* What stands behind the `?` of an address, as the router reads and writes it, for pages that load no router. */

/** Parses what is behind the `?`. */
export const parseSearch = (query: string): RawSearch => defaultParseSearch(query);

/** Writes values behind a path; those that are undefined are left out. */
export const formatAddress = (path: string, search: object): string => path + defaultStringifySearch({ ...search });
