import type { QueryClient } from '@tanstack/react-query';
import { ageOfPage } from '../device/page.age.ts';

/* A page that the server has rendered: it states its language, and contains the data that it shows. */

/** The id of the element with the data: pairs of query key and answer, as JSON. */
export const dataId = 'page-data';

/** Returns true if the server has rendered this page, in the language of its reader. */
export function isRendered(): boolean {
  const { dataset, lang } = document.documentElement;
  return dataset.rendered === lang;
}

/** Puts the data of a rendered page into the query cache, so that nothing is requested a second time. */
export function restoreData(queryClient: QueryClient): void {
  const text = document.getElementById(dataId)?.textContent ?? '[]';
  const updatedAt = Date.now() - ageOfPage();
  for (const [key, answer] of JSON.parse(text) as [readonly unknown[], unknown][])
    queryClient.setQueryData(key, answer, { updatedAt });
}
