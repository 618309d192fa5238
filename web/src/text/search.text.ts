import { defaultParseSearch, defaultStringifySearch } from '@tanstack/router-core';
import type { RawSearch } from './address.ts';

/* Parses and formats the query of an address as the router does, for pages without the router. */

/** Parses a query. */
export const parseSearch = (query: string): RawSearch => defaultParseSearch(query);

/** Formats a path with a query; undefined values are left out. */
export const formatAddress = (path: string, search: object): string => path + defaultStringifySearch({ ...search });
