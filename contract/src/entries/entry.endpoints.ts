import { anyone, endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
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

/** Calls by the mailed link of a form. */
const formEndpoint = endpointsOf({ who: anyone, topic: 'entries', changes: ['entries'], limit: 'token' });
const deskEndpoint = endpointsOf({ who: inCompetition('manage_participants'), topic: 'entries', changes: ['entries'] });

const mailEndpoint = endpointsOf({ who: anyone, changes: [], limit: 'mail', repeat: 'harmless' });

export const getEntryPage = endpoint('getEntryPage', 'GET /competitions/:id/entry', {
  topic: 'entries',
  summary: 'The entry page of a competition, if it is open',
  who: anyone,
  answer: openEntryPageSchema,
});

export const createEntryForm = mailEndpoint('createEntryForm', 'POST /competitions/:id/entry', {
  summary: 'Enters riders; the form counts after it was confirmed by the mailed link',
  body: entryFormInputSchema,
  answer: entryFormSentSchema,
  statuses: [201],
  refusals: ['entries_closed', 'group_not_open'],
});

export const mailEntryLink = mailEndpoint('mailEntryLink', 'POST /competitions/:id/entry/link', {
  summary: 'Resends the links of an address’s forms to it; the answer is always the same',
  body: linkRequestSchema,
});

export const getEntryForm = formEndpoint('getEntryForm', 'GET /entry', {
  summary: 'The form of a mailed link: its riders and their state',
  query: formTokenSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token'],
});

export const confirmEntryForm = formEndpoint('confirmEntryForm', 'POST /entry/confirmation', {
  summary: 'Confirms a form: its riders count from now on, or wait for a place',
  body: formTokenSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entries_closed'],
  repeat: 'harmless',
});

export const addEntries = formEndpoint('addEntries', 'POST /entry/riders', {
  summary: 'Adds riders to a confirmed form',
  body: addedRidersSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entries_closed', 'form_full', 'group_not_open'],
  repeat: 'harmless',
});

export const updateEntry = formEndpoint('updateEntry', 'PUT /entry/riders', {
  summary: 'Changes a rider of a form, who then needs a new decision',
  body: changedRiderSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entries_closed', 'group_not_open', 'entry_not_found', 'entry_fixed'],
  repeat: 'harmless',
});

export const withdrawEntries = formEndpoint('withdrawEntries', 'POST /entry/withdrawal', {
  summary: 'Withdraws riders of a form; waiting entries move up',
  body: withdrawalSchema,
  answer: linkedFormSchema,
  refusals: ['invalid_token', 'entry_not_found', 'entry_fixed', 'not_home'],
  repeat: 'harmless',
});

export const listEntries = deskEndpoint('listEntries', 'GET /competition/:id/entries', {
  summary: 'Entry forms with their contacts, and the settings of the entry page',
  answer: entryListSchema,
});

export const updateEntryPage = deskEndpoint('updateEntryPage', 'PUT /competition/:id/entries', {
  summary: 'Opens, closes and limits the entry page',
  body: entryPageInputSchema,
  answer: entryListSchema,
  refusals: ['edit_conflict'],
  repeat: 'harmless',
});

export const decideEntries = deskEndpoint('decideEntries', 'POST /competition/:id/entries/decision', {
  summary: 'Accepts or refuses entries, and notifies their senders by mail',
  body: entryDecisionSchema,
  answer: entryListSchema,
  repeat: 'harmless',
});

export const eraseEntry = deskEndpoint('eraseEntry', 'DELETE /competition/:id/entries/:entryId', {
  summary: 'Erases an entry without a bib, with the form and contact if it was the last one',
  answer: entryListSchema,
  refusals: ['entry_fixed'],
  repeat: 'harmless',
});
