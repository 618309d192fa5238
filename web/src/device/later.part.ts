import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { isServerNear } from './server.near.ts';

/** Event on the window when a part could not be loaded because the server cannot be reached. */
export const partAway = 'part-away';

/**
 * Loads the code of a part; undefined if the server cannot be reached. A browser caches the failed import, so the page is
 * then reloaded later (`shell/new.version.ts`).
 */
export const loadPart = <Module>(load: () => Promise<Module>): Promise<Module | undefined> =>
  load().catch(async (error: unknown) => {
    if (await isServerNear()) throw error;
    window.dispatchEvent(new Event(partAway));
    return undefined;
  });

/**
 * Creates a component whose code is loaded when it is first shown: an export of the module, by default the default one.
 * Without network the page stays as it is.
 */
// biome-ignore lint/suspicious/noExplicitAny: as React's own `lazy`, for components with any properties.
export function laterPart<Module extends { [N in Name]: ComponentType<any> }, Name extends string = 'default'>(
  load: () => Promise<Module>,
  name = 'default' as Name,
): LazyExoticComponent<Module[Name]> {
  return lazy(async () => {
    const part = await loadPart(load);
    return part ? { default: part[name] } : new Promise<never>(() => {});
  });
}
