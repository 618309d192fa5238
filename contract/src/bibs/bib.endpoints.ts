import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import { bibWishesSchema, givenBibsSchema } from './bib.schema.ts';
import { absenceSchema, handoutSchema, markedAbsentSchema, ticksSchema } from './handout.schema.ts';

export const getHandout = endpoint('getHandout', 'GET /competition/:id/handout', {
  topic: 'handout',
  summary: 'The riders ordered by bib, each with whether they collected it',
  who: inCompetition('see_participants'),
  answer: handoutSchema,
});

export const updateHandout = endpoint('updateHandout', 'POST /competition/:id/handout', {
  changes: ['handout', ...riderTopics],
  summary: 'Records which riders collected their bib; the latest of several ticks of a rider counts',
  who: inCompetition('edit_runs'),
  body: ticksSchema,
  answer: handoutSchema,
  repeat: 'harmless',
});

export const markAbsent = endpoint('markAbsent', 'POST /competition/:id/handout/absent', {
  changes: ['handout', ...riderTopics],
  summary: 'Sets the given riders to DNS if they did not collect their bib and have neither a run nor a status',
  who: inCompetition('edit_runs'),
  body: absenceSchema,
  answer: markedAbsentSchema,
});

export const giveBibs = endpoint('giveBibs', 'POST /competition/:id/bibs', {
  changes: ['entries', 'handout', ...riderTopics],
  summary: 'Adds accepted entries to the list of riders, each with a bib; dry_run=true only plans it',
  who: inCompetition('manage_participants'),
  body: bibWishesSchema,
  answer: givenBibsSchema,
  repeat: 'harmless',
});
