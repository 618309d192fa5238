/** Returns true if the server can be reached now. */
export async function isServerNear(): Promise<boolean> {
  return fetch('/health/live', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}
