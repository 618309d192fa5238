/** The package has no types for this entry, which only defines globals. */
declare module 'fake-indexeddb/auto';
