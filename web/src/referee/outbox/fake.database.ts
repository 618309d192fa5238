import 'fake-indexeddb/auto';

/* Gives tests and simulations the IndexedDB of a browser. */
