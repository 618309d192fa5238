import { listNetworkAddresses } from '@dossard/contract/setup/setup.endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { createListeners } from '../device/listeners.ts';
import { reachesOthers, shareAddress } from '../device/reach.ts';
import { read } from '../queries/read.ts';

/*
 * Where the links of an organiser lead: codes made at `localhost` would open nothing on a judge's phone, so they lead
 * to this machine's address on the network.
 */

const { subscribe, notify } = createListeners();
const chosenKey = 'network-address';

/** Chooses among the addresses of this machine, for this tab. */
export function chooseNetworkAddress(address: string): void {
  sessionStorage.setItem(chosenKey, address);
  notify();
}

/** Lists the addresses of this machine on its networks, the chosen or likeliest first; none if links need none. */
export function useNetworkAddresses(): { addresses: readonly string[]; isPending: boolean } {
  const isNeeded = !reachesOthers(shareAddress());
  const { data, isLoading } = useQuery({ ...read(listNetworkAddresses, {}), enabled: isNeeded, retry: false });
  const chosen = useSyncExternalStore(subscribe, () => sessionStorage.getItem(chosenKey));
  const found = (isNeeded && data?.addresses) || [];
  const addresses = [...found].sort((one, other) => Number(other === chosen) - Number(one === chosen));
  return { addresses, isPending: isLoading };
}

/** Returns the origin of links to share: `shareAddress`, or one by which other devices reach this machine. */
export function useShareAddress(): string {
  const [address] = useNetworkAddresses().addresses;
  if (!address) return shareAddress();
  const origin = new URL(shareAddress());
  origin.hostname = address;
  return origin.origin;
}
