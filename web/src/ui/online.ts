import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** How long a network that came back is told of, in milliseconds (spec §9). */
const reconnectedMs = 5_000;

export type Network = 'online' | 'offline' | 'reconnected';

/** Whether the device says that it has a network, or has it again since a moment (spec §4). */
export function useNetwork(): Network {
  const online = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  );
  const [wasOffline, setWasOffline] = useState(false);
  useEffect(() => {
    if (!online) {
      setWasOffline(true);
      return;
    }
    const end = setTimeout(() => setWasOffline(false), reconnectedMs);
    return () => clearTimeout(end);
  }, [online]);
  if (!online) return 'offline';
  return wasOffline ? 'reconnected' : 'online';
}
