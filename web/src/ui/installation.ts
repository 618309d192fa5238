/** What the server says of its installation in the page; empty where it says nothing. */
export function installation(fact: 'contact' | 'public-url' | 'qr-image-service'): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${fact}"]`)?.content ?? '';
}
