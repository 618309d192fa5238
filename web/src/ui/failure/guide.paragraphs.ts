import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import type { OrganiserParagraph } from './guide.sections.ts';

/** The paragraph for organisers about each refusal. Codes without one: `guide.paragraphs.test.ts`. */
export const paragraphOf = {
  competition_not_empty: 'again',
  complaint_decided: 'complaints',
  dossard_taken: 'riders',
  edit_conflict: 'correct',
  entries_closed: 'entries',
  entry_fixed: 'entries',
  file_too_large: 'riders',
  forbidden: 'team',
  form_full: 'entries',
  graduation_exists: 'zones',
  graduation_has_runs: 'zones',
  group_not_open: 'entries',
  home_unknown: 'two-places',
  import_rejected: 'riders',
  internal_error: 'trouble',
  jury_not_chosen: 'ties',
  last_admin: 'team',
  last_graduation: 'zones',
  no_matching_graduation: 'zones',
  no_round_before: 'rounds',
  not_home: 'two-places',
  not_restorable: 'correct',
  not_tied: 'ties',
  overloaded: 'trouble',
  place_clock: 'two-places',
  place_code_unknown: 'two-places',
  place_not_found: 'two-places',
  place_round: 'two-places',
  place_shared: 'two-places',
  place_unreachable: 'two-places',
  place_version: 'two-places',
  reason_required: 'results',
  runs_missing: 'results',
  runs_unchecked: 'results',
  rounds_circle: 'rounds',
  submission_conflict: 'paper',
  tie_incomplete: 'ties',
  too_many_requests: 'trouble',
  unsupported_file: 'riders',
  zone_has_runs: 'zones',
} as const satisfies Partial<Record<RefusalCode, OrganiserParagraph>>;

/** Finds the paragraph for organisers about a refusal; undefined if there is none. */
export const findParagraph = (code: string | undefined): OrganiserParagraph | undefined =>
  (paragraphOf as Partial<Record<string, OrganiserParagraph>>)[code ?? ''];
