/* Facts about the installation that the server has written into the page. */

type Fact = 'contact' | 'public-url' | 'qr-image-service' | 'sends-mail' | 'demo';

let given: Readonly<Partial<Record<Fact, string>>> | undefined;

/** Sets the facts on the server, where there is no document. */
export function setInstallation(facts: Readonly<Partial<Record<Fact, string>>>): void {
  given = facts;
}

/** Returns a fact about the installation; empty if the server did not state it. */
export function readInstallation(fact: Fact): string {
  if (given) return given[fact] ?? '';
  return document.querySelector<HTMLMetaElement>(`meta[name="${fact}"]`)?.content ?? '';
}

/** Returns the contact address that every page shows. */
export const contactAddress = (): string => readInstallation('contact');

/** Returns false if this installation has no mail server: its mails are not delivered. */
export const sendsMail = (): boolean => readInstallation('sends-mail') !== 'off';

/** Returns true for a demonstration that anybody may enter (A9). */
export const isPublicDemo = (): boolean => readInstallation('demo') === 'public';
