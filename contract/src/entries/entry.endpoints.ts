import { anyone, endpoint, inCompetition } from '../calls/endpoint.ts';
import {
  addedRidersSchema,
  changedRiderSchema,
  entryDecisionSchema,
  entryFormInputSchema,
  entryFormSentSchema,
  entryListSchema,
  entryPageInputSchema,
  formTokenSchema,
  linkedFormSchema,
  linkRequestSchema,
  openEntryPageSchema,
  withdrawalSchema,
} from './entry.schema.ts';

export const getEntryPage = endpoint('getEntryPage', 'GET /competitions/:id/entry', {
  topic: 'entries',
  summary: 'The entry page of a competition, if it is open',
  who: anyone,
  answer: openEntryPageSchema,
});

export const createEntryForm = endpoint('createEntryForm', 'POST /competitions/:id/entry', {
  changes: [],
  summary: 'Enters riders; the form counts after it was confirmed by the mailed link',
  who: anyone,
  body: entryFormInputSchema,
  answer: entryFormSentSchema,
  statuses: [201],
  refusals: ['entries_closed', 'group_not_open'],
  limit: 'mail',
  repeat: 'harmless',
});

export const mailEntryLink = endpoint('mailEntryLink', 'POST /competitions/:id/entry/link', {
  changes: [],
  summary: 'Resends the links of an address’s forms to it; the answer is always the same',
  who: anyone,
  body: linkRequestSchema,
  limit: 'mail',
  repeat: 'harmless',
});

export const getEntryForm = endpoint('getEntryForm', 'GET /entry', {
  topic: 'entries',
  summary: 'The form of a mailed link: its riders and their state',
  who: anyone,
  query: formTokenSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const confirmEntryForm = endpoint('confirmEntryForm', 'POST /entry/confirmation', {
  changes: ['entries'],
  summary: 'Confirms a form: its riders count from now on, or wait for a place',
  who: anyone,
  body: formTokenSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entries_closed'],
  limit: 'token',
  repeat: 'harmless',
});

export const addEntries = endpoint('addEntries', 'POST /entry/riders', {
  changes: ['entries'],
  summary: 'Adds riders to a confirmed form',
  who: anyone,
  body: addedRidersSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entries_closed', 'form_full', 'group_not_open'],
  limit: 'token',
  repeat: 'harmless',
});

export const updateEntry = endpoint('updateEntry', 'PUT /entry/riders', {
  changes: ['entries'],
  summary: 'Changes a rider of a form, who then needs a new decision',
  who: anyone,
  body: changedRiderSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entries_closed', 'group_not_open', 'entry_not_found', 'entry_fixed'],
  limit: 'token',
  repeat: 'harmless',
});

export const withdrawEntries = endpoint('withdrawEntries', 'POST /entry/withdrawal', {
  changes: ['entries'],
  summary: 'Withdraws riders of a form; waiting entries move up',
  who: anyone,
  body: withdrawalSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entry_not_found', 'entry_fixed', 'not_home'],
  limit: 'token',
  repeat: 'harmless',
});

export const listEntries = endpoint('listEntries', 'GET /competition/:id/entries', {
  topic: 'entries',
  summary: 'Entry forms with their contacts, and the settings of the entry page',
  who: inCompetition('manage_participants'),
  answer: entryListSchema,
});

export const updateEntryPage = endpoint('updateEntryPage', 'PUT /competition/:id/entries', {
  changes: ['entries'],
  summary: 'Opens, closes and limits the entry page',
  who: inCompetition('manage_participants'),
  body: entryPageInputSchema,
  answer: entryListSchema,
  refusals: ['edit_conflict'],
  repeat: 'harmless',
});

export const decideEntries = endpoint('decideEntries', 'POST /competition/:id/entries/decision', {
  changes: ['entries'],
  summary: 'Accepts or refuses entries, and notifies their senders by mail',
  who: inCompetition('manage_participants'),
  body: entryDecisionSchema,
  answer: entryListSchema,
  repeat: 'harmless',
});

export const eraseEntry = endpoint('eraseEntry', 'DELETE /competition/:id/entries/:entryId', {
  changes: ['entries'],
  summary: 'Erases an entry without a bib, with the form and contact if it was the last one',
  who: inCompetition('manage_participants'),
  answer: entryListSchema,
  refusals: ['entry_fixed'],
  repeat: 'harmless',
});
