import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { riderTopics } from '../calls/topics.ts';
import { bibWishesSchema, givenBibsSchema } from './bib.schema.ts';
import { absenceSchema, handoutSchema, markedAbsentSchema, ticksSchema } from './handout.schema.ts';

export const getHandout = endpoint({
  name: 'getHandout',
  topic: 'handout',
  path: '/competition/:id/handout',
  summary: 'The riders ordered by bib, each with whether they collected it',
  who: inCompetition('see_participants'),
  answer: handoutSchema,
});

export const updateHandout = endpoint({
  name: 'updateHandout',
  method: 'POST',
  changes: ['handout', ...riderTopics],
  path: '/competition/:id/handout',
  summary: 'Records which riders collected their bib; the latest of several ticks of a rider counts',
  who: inCompetition('edit_runs'),
  body: ticksSchema,
  answer: handoutSchema,
  repeat: 'harmless',
});

export const markAbsent = endpoint({
  name: 'markAbsent',
  method: 'POST',
  changes: ['handout', ...riderTopics],
  path: '/competition/:id/handout/absent',
  summary: 'Sets the given riders to DNS if they did not collect their bib and have neither a run nor a status',
  who: inCompetition('edit_runs'),
  body: absenceSchema,
  answer: markedAbsentSchema,
});

export const giveBibs = endpoint({
  name: 'giveBibs',
  method: 'POST',
  changes: ['entries', 'handout', ...riderTopics],
  path: '/competition/:id/bibs',
  summary: 'Adds accepted entries to the list of riders, each with a bib; dry_run=true only plans it',
  who: inCompetition('manage_participants'),
  body: bibWishesSchema,
  answer: givenBibsSchema,
  repeat: 'harmless',
});
