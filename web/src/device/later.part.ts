import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isServerNear } from './server.near.ts';

/** Event on the window when a part could not be loaded because the server cannot be reached. */
export const partAway = 'part-away';

/**
 * Creates a component whose code is loaded when it is first shown: an export of the module, by default the default one.
 * Without network the page stays as it is: a browser caches the failed import, so the page is reloaded later
 * (`shell/new.version.ts`).
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`, for components with any properties.
export function laterPart<Module extends { [N in Name]: ComponentType<any> }, Name extends string = 'default'>(
  load: () => Promise<Module>,
  name = 'default' as Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part[name] }),
      async (error: unknown) => {
        if (await isServerNear()) throw error;
        window.dispatchEvent(new Event(partAway));
        return new Promise<never>(() => {});
      },
    ),
  );
}
