import * as z from 'zod/mini';
import { endpoint, inCompetition } from '../calls/endpoint.ts';
import { runTopics } from '../calls/topics.ts';
import { historyEntrySchema } from '../history/history.schema.ts';
import { runSchema } from '../runs/run.schema.ts';
import { storedTimeSchema } from '../text/text.schema.ts';
import { participantSchema } from './participant.schema.ts';

export const getPersonalData = endpoint('getPersonalData', 'GET /competition/:id/participant/:dossard/personal-data', {
  topic: 'participants',
  summary: 'All stored data of a rider: the entry, the runs, and the history of both',
  who: inCompetition('manage_participants'),
  answer: z.object({
    participant: participantSchema,
    runs: z.array(runSchema),
    history: z.array(historyEntrySchema),
    /** Who entered the rider; null for riders added otherwise, or once the form was erased. */
    entry: z.nullish(
      z.object({
        email: z.string(),
        contact_name: z.string(),
        phone: z.nullable(z.string()),
        sent_at: storedTimeSchema,
        confirmed_at: z.nullable(storedTimeSchema),
      }),
    ),
  }),
});

export const erasePersonalData = endpoint(
  'erasePersonalData',
  'DELETE /competition/:id/participant/:dossard/personal-data',
  {
    changes: runTopics,
    summary: 'Erases a rider’s names and club, also from the history; bib, runs and points stay',
    who: inCompetition('manage_participants'),
  },
);
