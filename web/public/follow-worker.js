// Shows the messages about a rider that this browser follows: see src/public/following.ts. It caches nothing.

self.addEventListener('push', (event) => {
  const { title, body, language, tag, url } = event.data.json();
  // One note for each rider: a later one replaces it, and sounds again.
  const note = { body, tag, renotify: true, lang: language, icon: '/icon.svg', data: { url } };
  event.waitUntil(self.registration.showNotification(title, note));
});

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(open(notification.data.url));
});

/** Opens the rider's page, or the window that shows it already. */
async function open(url) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = windows.find((one) => new URL(one.url).pathname === new URL(url).pathname);
  return shown ? shown.focus() : self.clients.openWindow(url);
}
