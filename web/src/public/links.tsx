import type { ComponentProps } from 'react';
import type { RawSearch } from '../text/address.ts';
import { formatAddress } from '../text/search.text.ts';
import { changeSearch, useAddress } from './public.address.ts';

/*
 * Replaces `@tanstack/react-router` when the public pages are built (`pages.build.ts`): these are separate pages with
 * plain links, so they do not load a router of 25 kB.
 */

interface LinkProps extends ComponentProps<'a'> {
  to: string;
  params?: Record<string, string>;
  search?: object | ((search: RawSearch) => object);
}

/** A link to a route: `$name` in its path is a parameter, and `.` is the page itself. */
export function Link({ to, params = {}, search, ...anchor }: LinkProps) {
  const here = useAddress();
  const path =
    to === '.' ? here.path : to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const sought = typeof search === 'function' ? search(here.search) : (search ?? {});
  return <a {...anchor} href={formatAddress(path, sought)} />;
}

/** Returns the part of the page's address that `select` chooses. */
export function useLocation<T>({ select }: { select: (location: { pathname: string; href: string }) => T }): T {
  const { path, search } = useAddress();
  return select({ pathname: path, href: formatAddress(path, search) });
}

/** Returns the query of the page's address. */
export const useSearch = (): RawSearch => useAddress().search;

/** Returns a function that changes the query of the page's address. */
export const useNavigate =
  () =>
  ({ search, replace }: { search: () => object; replace?: boolean }) =>
    changeSearch(search(), replace);

/** Returns a router whose history leaves the page. */
export const useRouter = () => ({ history: { push: (address: string) => window.location.assign(address) } });
