import type { JudgeSession } from '@dossard/contract/judges/judge.schema.ts';
import {
  type AnyRoute,
  createRoute,
  lazyRouteComponent,
  useNavigate,
  useParams,
  useRouteContext,
  useSearch,
} from '@tanstack/react-router';
import { type Attributes, createElement, type ReactNode } from 'react';
import { Failure } from '../api/failure.ts';
import { loadPart } from '../device/later.part.ts';
import { parseId, type RawSearch } from '../text/address.ts';

/*
 * A screen: its address, its title, and the page that it shows, whose code is loaded with it. The build lists the screens
 * for the server by the calls of `screen`, `searchScreen`, `page` and `shows` (`screens.build.ts`).
 */

/** The names of the parameters in a path. */
type NamesIn<Path extends string> = Path extends `${infer Step}/${infer Rest}`
  ? NamesIn<Step> | NamesIn<Rest>
  : Path extends `$${infer Name}`
    ? Name
    : never;

/** What the routes above a screen, or its own, found out before it opens. */
interface Context {
  signedIn?: boolean;
  token?: string | null;
  judge?: JudgeSession;
}

export interface At<Path extends string, Search> {
  params: Record<NamesIn<Path>, string>;
  /** The parameters as ids; NaN for what is none. */
  ids: Record<NamesIn<Path>, number>;
  search: Search;
  context: Context;
  /** Changes the query of the address. */
  go: (search: Search, options?: { replace?: boolean; resetScroll?: boolean }) => void;
}

/** A file whose default export is a page. */
interface Module {
  default: unknown;
}
export type PropsOf<Page> = Page extends (props: infer Props) => ReactNode ? Props : never;
/** Returns the props of a page from its address. */
type PropsAt<Path extends string, Search, Page> = (at: At<NoInfer<Path>, Search>) => PropsOf<Page> & Attributes;

/** Only a page that needs nothing but the ids of its address can do without its props. */
type Given<Path extends string, Search, Page> =
  Record<NamesIn<Path>, number> extends PropsOf<Page> ? [PropsAt<Path, Search, Page>?] : [PropsAt<Path, Search, Page>];

/** Loads the code of a screen; throws a `Failure` if the server cannot be reached. */
async function loadScreen<All extends Module>(file: () => Promise<All>): Promise<All> {
  const found = await loadPart(file);
  if (!found) throw new Failure(0);
  return found;
}

/** Returns the options of a route that shows a page, the default export of its file, with its ids unless `propsAt` says. */
export function shows<const Path extends string, Search, All extends Module>(
  path: Path,
  title: () => string,
  file: () => Promise<All>,
  ...[propsAt]: Given<Path, Search, All['default']>
) {
  const Page = lazyRouteComponent(() => loadScreen(file));
  function Screen(): ReactNode {
    const navigate = useNavigate({ from: path as never });
    const params = useParams({ strict: false });
    const ids = Object.fromEntries(Object.entries(params).map(([name, text]) => [name, parseId(String(text))]));
    const at = {
      params,
      ids,
      search: useSearch({ strict: false }),
      context: useRouteContext({ strict: false }),
      go: (search: Search, { replace = true, resetScroll = false } = {}) =>
        void navigate({ search: search as never, replace, resetScroll }),
    };
    return createElement(Page, propsAt ? propsAt(at as never) : (ids as never));
  }
  // Absent once the code is loaded.
  Object.defineProperty(Screen, 'preload', { get: () => Page.preload });
  return { path, head: () => ({ meta: [{ title: `${title()} – Dossard` }] }), component: Screen };
}

/** Returns functions that create the routes of screens below a route; the query of some is parsed. */
export const screensBelow = <Parent extends AnyRoute>(getParentRoute: () => Parent) => ({
  screen: <const Path extends string, All extends Module>(
    path: Path,
    title: () => string,
    file: () => Promise<All>,
    ...given: Given<Path, object, All['default']>
  ) => createRoute({ getParentRoute, ...shows<Path, object, All>(path, title, file, ...given) }),

  searchScreen: <const Path extends string, Search extends object, All extends Module>(
    path: Path,
    title: () => string,
    file: () => Promise<All>,
    validateSearch: (raw: RawSearch) => Search,
    propsAt: PropsAt<Path, Search, All['default']>,
  ) => createRoute({ getParentRoute, ...shows(path, title, file, ...([propsAt] as never)), validateSearch }),
});
