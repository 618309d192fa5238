/**
 * Returns the listeners of a value outside React, to `subscribe` with `useSyncExternalStore` and to `notify` of a change;
 * an `event` of the window notifies them too.
 */
export function createListeners(event?: 'popstate' | 'storage') {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  if (event) globalThis.window?.addEventListener(event, notify);
  return {
    notify,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
