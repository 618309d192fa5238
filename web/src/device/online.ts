import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** How long the notice of a network that came back is shown, in milliseconds (W3). */
const reconnectedMs = 5_000;

export type Network = 'online' | 'offline' | 'reconnected';

let network: Network = onlineManager.isOnline() ? 'online' : 'offline';
let calm: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function change(next: Network): void {
  network = next;
  for (const listener of listeners) listener();
}

// Shared, so that a component that mounts shortly after the network came back shows that too.
onlineManager.subscribe((online) => {
  clearTimeout(calm);
  change(online ? 'reconnected' : 'offline');
  if (online) calm = setTimeout(() => change('online'), reconnectedMs);
});

/** Returns whether the device reports a network, or has just reconnected (W3). */
export function useNetwork(): Network {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => network,
  );
}
