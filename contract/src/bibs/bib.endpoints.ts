import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { bibWishesSchema, givenBibsSchema } from './bib.schema.ts';
import { absencesSchema, absentSchema, handoutSchema, ticksSchema } from './handout.schema.ts';

export const getHandout = endpoint({
  name: 'getHandout',
  method: 'GET',
  path: '/competition/:id/handout',
  summary: 'Riders by bib, with who came for it',
  who: inCompetition('see_participants'),
  answer: handoutSchema,
});

export const updateHandout = endpoint({
  name: 'updateHandout',
  method: 'POST',
  path: '/competition/:id/handout',
  summary: 'Says who came for their bib, or did not after all; of several ticks of a rider the latest holds',
  who: inCompetition('edit_runs'),
  body: ticksSchema,
  answer: handoutSchema,
  repeatsItself: true,
});

export const markAbsent = endpoint({
  name: 'markAbsent',
  method: 'POST',
  path: '/competition/:id/handout/absent',
  summary: 'Makes those of the given riders DNS who did not come, have no run and no other status',
  who: inCompetition('edit_runs'),
  body: absencesSchema,
  answer: absentSchema,
});

export const giveBibs = endpoint({
  name: 'giveBibs',
  method: 'POST',
  path: '/competition/:id/bibs',
  summary: 'Puts accepted entries on the list of riders, each with a bib; dry_run=true only plans it',
  who: inCompetition('manage_participants'),
  body: bibWishesSchema,
  answer: givenBibsSchema,
  repeatsItself: true,
});
