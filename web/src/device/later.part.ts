import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isServerNear } from './server.near.ts';

/** Told to the window when a part stays away because the server cannot be reached. */
export const partAway = 'part-away';

/**
 * Makes a component whose code comes when it is first shown. Without network it stays away, and the page as it is: a
 * browser does not ask again for code that did not come, so the page is loaded anew later (`shell/new.version.ts`).
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`, for components with any properties.
export function laterPart<Part extends ComponentType<any>>(
  load: () => Promise<{ default: Part }>,
): LazyExoticComponent<Part> {
  return lazy(() =>
    load().catch(async (error: unknown) => {
      if (await isServerNear()) throw error;
      window.dispatchEvent(new Event(partAway));
      return new Promise<never>(() => {});
    }),
  );
}
