import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Returns false during hydration and true afterwards: for content that depends on the device, such as its clock or
 * storage.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
