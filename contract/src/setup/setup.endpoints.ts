import * as z from 'zod/mini';
import { profileSchema } from '../accounts/account.schema.ts';
import { anyone, endpoint, endpointsOf, holding, signedIn } from '../calls/endpoint.ts';
import { idSchema } from '../text/text.schema.ts';
import { setupDemonstrationSchema, setupSchema } from './setup.schema.ts';

/* The set-up of an empty installation, by the link that its start prints, and the demonstration (A8). */

const demonstrationSchema = z.object({ competition_id: idSchema });

const setupEndpoint = endpointsOf({ who: anyone, changes: [], repeat: 'secret' });

export const setUp = setupEndpoint('setUp', 'POST /setup', {
  summary: 'Makes the first super administrator by the printed set-up link, which ends with it, and signs them in',
  body: setupSchema,
  answer: profileSchema,
  statuses: [201],
  refusals: ['invalid_token'],
  limit: 'token',
});

export const openSetupDemonstration = setupEndpoint('openSetupDemonstration', 'POST /setup/demonstration', {
  summary: 'Opens the demonstration by the printed set-up link, and signs its organiser in; the link stays valid',
  body: setupDemonstrationSchema,
  answer: demonstrationSchema,
  refusals: ['invalid_token'],
  limit: 'token',
});

export const enterDemonstration = setupEndpoint('enterDemonstration', 'POST /demonstration', {
  summary: 'Makes an account and an event for a guest of a public demonstration, and signs them in until the next hour',
  answer: demonstrationSchema,
  refusals: ['not_found'],
  limit: 'guest',
});

export const openDemonstration = endpoint('openDemonstration', 'POST /admin/demonstration', {
  changes: ['competitions'],
  summary: 'Opens the demonstration: a public event with simulated referees; the existing one, unless it was deleted',
  who: holding('super_admin'),
  answer: demonstrationSchema,
  repeat: 'harmless',
});

export const listNetworkAddresses = endpoint('listNetworkAddresses', 'GET /network-addresses', {
  topic: 'network',
  summary:
    'The addresses by which phones on the same network reach this server, the likeliest first, for somebody at the machine itself; none for others',
  who: signedIn,
  answer: z.object({ addresses: z.array(z.string()) }),
});
