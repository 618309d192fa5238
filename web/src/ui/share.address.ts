import { installation } from './installation.ts';

/** Whether an address leads other devices here: `localhost` means to each of them itself. */
export function reachesOthers(address: string): boolean {
  return !/^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])$/.test(new URL(address).hostname);
}

/**
 * The start of links that are passed on: where the reader has the product open, unless that leads nobody else here
 * while the installation's own address does.
 */
export function shareAddress(origin = window.location.origin, publicUrl = installation('public-url')): string {
  return !reachesOthers(origin) && publicUrl !== '' && reachesOthers(publicUrl) ? publicUrl : origin;
}
