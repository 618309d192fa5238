import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Duration of the notice that the network is back, in ms (W3). */
const reconnectedMs = 5_000;

export type Network = 'online' | 'offline' | 'reconnected';

let network: Network = onlineManager.isOnline() ? 'online' : 'offline';
let reconnectedTimer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function setNetwork(next: Network): void {
  network = next;
  for (const listener of listeners) listener();
}

// Shared, so that a component that mounts shortly after the network is back shows that too.
onlineManager.subscribe((online) => {
  clearTimeout(reconnectedTimer);
  setNetwork(online ? 'reconnected' : 'offline');
  if (online) reconnectedTimer = setTimeout(() => setNetwork('online'), reconnectedMs);
});

/** Returns the network state; `reconnected` lasts a few seconds after the network is back (W3). */
export function useNetwork(): Network {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => network,
    () => 'online',
  );
}
