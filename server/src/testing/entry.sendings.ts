import { bibWishes, entryForm, entryPage } from './main.job.ts';

/** Input of each call about entries and bibs, valid enough to reach its handler. */
export const entrySendings = {
  swapParticipants: ({ id }: { id: number }) => ({ params: { id }, body: { dossards: [1, 2] } }),
  mergeParticipants: ({ id }: { id: number }) => ({ params: { id }, body: { keep: 1, remove: 99 } }),
  moveRuns: ({ id }: { id: number }) => ({ params: { id }, body: { runs: [{ dossard: 1, run_number: 9 }], to: 2 } }),
  giveBibs: ({ id }: { id: number }) => ({ params: { id }, body: bibWishes }),
  getEntryPage: ({ id }: { id: number }) => ({ params: { id } }),
  createEntryForm: ({ id }: { id: number }) => ({
    params: { id },
    body: entryForm('parent@dossard.test', ['Zoé Nouvelle']),
  }),
  mailEntryLink: ({ id }: { id: number }) => ({ params: { id }, body: { email: 'parent@dossard.test' } }),
  getEntryForm: () => ({ query: { token: 'of-no-link' } }),
  confirmEntryForm: () => ({ body: { token: 'of-no-link' } }),
  addEntries: () => ({ body: { token: 'of-no-link', riders: entryForm('', ['Zoé Nouvelle']).riders } }),
  updateEntry: () => ({ body: { token: 'of-no-link', entry: 1, ...entryForm('', ['Zoé Nouvelle']).riders[0] } }),
  withdrawEntries: () => ({ body: { token: 'of-no-link', entries: [1] } }),
  listEntries: ({ id }: { id: number }) => ({ params: { id } }),
  updateEntryPage: ({ id }: { id: number }) => ({ params: { id }, body: entryPage }),
  eraseEntry: ({ id }: { id: number }) => ({ params: { id, entryId: 2_000_000_000 } }),
  decideEntries: ({ id }: { id: number }) => ({ params: { id }, body: { entries: [1], decision: 'accepted' } }),
};
