/**
 * Shares one read of the database among concurrent callers of the same key. Each result was read after its call: a
 * caller during a running read shares the one that follows it.
 */
export function joinReads<Key, T>(read: (key: Key) => Promise<T>): (key: Key) => Promise<T> {
  const underWay = new Map<Key, Promise<T>>();
  const following = new Map<Key, Promise<T>>();

  function begin(key: Key): Promise<T> {
    const reading = read(key).finally(() => underWay.delete(key));
    underWay.set(key, reading);
    return reading;
  }

  return (key) => {
    const present = underWay.get(key);
    if (!present) return begin(key);
    const shared = following.get(key);
    if (shared) return shared;
    const next = present.then(
      () => beginNext(key),
      () => beginNext(key),
    );
    following.set(key, next);
    return next;
  };

  function beginNext(key: Key): Promise<T> {
    following.delete(key);
    return begin(key);
  }
}
