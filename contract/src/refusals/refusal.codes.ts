import type { m } from '../paraglide/messages.js';

/** A refusal; its sentence is in the catalogue. */
export type RefusalCode = Parameters<typeof m.refusal>[0]['code'];

const statuses: Partial<Record<RefusalCode, number>> = {
  invalid_request: 400,
  wrong_current_password: 400,
  wrong_code: 400,
  wrong_passkey: 400,
  wrong_password_for_known_account: 400,
  invalid_token: 400,
  not_authenticated: 401,
  invalid_credentials: 401,
  forbidden: 403,
  email_not_verified: 403,
  second_factor_required: 403,
  factor_setup_required: 403,
  proof_required: 403,
  competition_creation_not_allowed: 403,
  cross_site_request: 403,
  judge_link_ended: 403,
  address_not_confirmed: 403,
  judge_link_not_valid: 404,
  place_code_unknown: 404,
  file_too_large: 413,
  unsupported_file: 415,
  group_not_open: 422,
  no_matching_graduation: 422,
  reason_required: 422,
  import_rejected: 422,
  too_many_requests: 429,
  internal_error: 500,
  overloaded: 503,
};

/** Returns the HTTP status of a refusal: one of its own, else 404 for what is not found, and 409. */
export const statusOf = (code: RefusalCode): number => statuses[code] ?? (code.endsWith('not_found') ? 404 : 409);

/** More specific sentences for a code, named after their situation. */
export type ExactWords = Parameters<typeof m.refusal_exactly>[0]['says'];
