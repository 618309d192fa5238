import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns false while a page is as the server rendered it, and true from then on: for what depends on the device, such as
 * its clock or its storage.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
