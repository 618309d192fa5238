import type { QueryClient } from '@tanstack/react-query';

/* Options that many routes share. */

type PageData = typeof import('../queries/page.data.ts');

export interface LoaderArguments<Params> {
  context: { queryClient: QueryClient };
  params: Params;
}

/** Returns a `head` that titles the page. */
export const titled = (title: () => string) => () => ({ meta: [{ title: `${title()} – Dossard` }] });

/**
 * Returns a `loader` that requests what a page of a competition shows while the page's code loads. The requests are a
 * chunk of their own, which public pages never load.
 */
export const prefetching =
  <Params>(choose: (data: PageData) => (queryClient: QueryClient, params: Params) => void) =>
  <Given extends Params>({ context, params }: LoaderArguments<Given>): void => {
    void import('../queries/page.data.ts').then((data) => choose(data)(context.queryClient, params));
  };
