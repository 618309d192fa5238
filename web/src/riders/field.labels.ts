import type { OptionalField, ParticipantField } from '@dossard/contract/participants/participant.fields.ts';
import { m } from '../paraglide/messages.js';

/** The label of every field of a rider, in the order in which changes are listed. */
export const fieldLabels: Record<ParticipantField, () => string> = {
  first_name: m.first_name,
  last_name: m.last_name,
  category: m.category,
  gender: m.gender,
  club: m.club,
  licence: m.licence,
};

/** Labels in forms of the fields that may stay empty. */
export const optionalLabels: Record<OptionalField, () => string> = {
  club: m.club_optional,
  licence: m.licence_optional,
};
