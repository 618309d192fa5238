import type { ParticipantField } from '@dossard/contract/participants/participant.fields.ts';
import { m } from '../paraglide/messages.js';

/** The label of every field of a rider, in the order in which changes are listed. */
export const fieldLabels: Record<ParticipantField, () => string> = {
  first_name: m.first_name,
  last_name: m.last_name,
  category: m.category,
  gender: m.gender,
  club: m.club,
};
