import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Duration of the notice that the network is back, in ms (W3). */
const reconnectedMs = 5_000;

export type Network = 'online' | 'offline' | 'reconnected';

let network: Network = onlineManager.isOnline() ? 'online' : 'offline';
let reconnectedTimer: ReturnType<typeof setTimeout> | undefined;
const { subscribe, notify } = createListeners();

function setNetwork(next: Network): void {
  network = next;
  notify();
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
    subscribe,
    () => network,
    () => 'online',
  );
}
