import { readInstallation } from './installation.ts';

/* Which addresses other devices can open. */

/** Returns true if other devices can open an address; `localhost` points each device to itself. */
export function reachesOthers(address: string): boolean {
  return !/^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])$/.test(new URL(address).hostname);
}

/**
 * Returns the origin of links to share: the reader's current origin, or the installation's public address if only this
 * device can open the current one.
 */
export function shareAddress(origin = window.location.origin, publicUrl = readInstallation('public-url')): string {
  return !reachesOthers(origin) && publicUrl !== '' && reachesOthers(publicUrl) ? publicUrl : origin;
}
