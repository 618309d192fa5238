import { endpoint, endpointsOf, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import { bibWishesSchema, givenBibsSchema } from './bib.schema.ts';
import { absenceSchema, handoutSchema, markedAbsentSchema, ticksSchema } from './handout.schema.ts';

const handoutEndpoint = endpointsOf({ who: inCompetition('edit_runs'), changes: ['handout', ...riderTopics] });

export const getHandout = endpoint('getHandout', 'GET /competition/:id/handout', {
  topic: 'handout',
  summary: 'The riders ordered by bib, each with whether they collected it',
  who: inCompetition('see_participants'),
  answer: handoutSchema,
});

export const updateHandout = handoutEndpoint('updateHandout', 'POST /competition/:id/handout', {
  summary: 'Records which riders collected their bib; the latest of several ticks of a rider counts',
  body: ticksSchema,
  answer: handoutSchema,
  repeat: 'harmless',
});

export const markAbsent = handoutEndpoint('markAbsent', 'POST /competition/:id/handout/absent', {
  summary: 'Sets the given riders to DNS if they did not collect their bib and have neither a run nor a status',
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
