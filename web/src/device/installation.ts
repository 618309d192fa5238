/* What the server has written into the page about its installation. */

type Fact = 'contact' | 'public-url' | 'qr-image-service';

let given: Readonly<Partial<Record<Fact, string>>> | undefined;

/** Sets the facts where there is no document: on the server. */
export function giveInstallation(facts: Readonly<Partial<Record<Fact, string>>>): void {
  given = facts;
}

/** Returns a fact about the installation; empty where the server states none. */
export function readInstallation(fact: Fact): string {
  if (given) return given[fact] ?? '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${fact}"]`)?.content ?? '';
}

/** Returns the e-mail address that every page names as contact. */
export const contactAddress = (): string => readInstallation('contact');

/** Returns true if other devices can open an address: `localhost` leads each of them to itself. */
export function reachesOthers(address: string): boolean {
  return !/^(localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|\[::1\])$/.test(new URL(address).hostname);
}

/**
 * Returns the origin of links to share: where the reader has the product open, unless only this device can open that
 * and the installation has a public address.
 */
export function shareAddress(origin = window.location.origin, publicUrl = readInstallation('public-url')): string {
  return !reachesOthers(origin) && publicUrl !== '' && reachesOthers(publicUrl) ? publicUrl : origin;
}
