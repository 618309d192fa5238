import { endpoints, refusalsOf } from '@dossard/contract/endpoints.ts';
import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import { describe, expect, test } from 'vitest';
import { m } from '../../paraglide/messages.js';
import { findParagraph, type paragraphOf } from '../../ui/failure/guide.paragraphs.ts';
import { organiserSections, refereeSections } from '../../ui/failure/guide.sections.ts';

/** Why a refusal has no link to a paragraph of the guide. */
type Why =
  /** It concerns the reader's own account, and its sentence says what to do; the guide covers the event. */
  | 'account'
  /** It is shown at the field, with what is expected there. */
  | 'field'
  /** The requested thing is gone; the page shows what exists. */
  | 'gone'
  /** Only operators of the installation meet it; see docs/operations.md. */
  | 'operator'
  /** Readers without an account meet it, who cannot open the guide. */
  | 'public'
  /** Its sentence already says everything. */
  | 'sentence';

const without = {
  address_not_confirmed: 'account',
  audit_entry_not_found: 'gone',
  competition_creation_not_allowed: 'sentence',
  competition_not_found: 'gone',
  complaint_not_found: 'gone',
  conflict_not_found: 'gone',
  cross_site_request: 'operator',
  email_not_verified: 'account',
  entry_not_found: 'public',
  factor_needed_first: 'account',
  factor_not_found: 'gone',
  factor_setup_required: 'account',
  following_not_possible: 'public',
  graduation_not_found: 'gone',
  invalid_credentials: 'account',
  invalid_request: 'field',
  invalid_token: 'sentence',
  invitation_not_found: 'gone',
  call_not_found: 'gone',
  request_decided: 'sentence',
  request_not_found: 'gone',
  judge_link_ended: 'sentence',
  judge_link_not_found: 'gone',
  judge_link_not_valid: 'sentence',
  last_admin_of: 'sentence',
  last_factor: 'account',
  last_series_admin: 'sentence',
  last_super_admin: 'operator',
  list_not_found: 'public',
  not_authenticated: 'account',
  not_found: 'gone',
  notice_not_found: 'gone',
  // The referee's screen, where it is shown, links to the paragraph of its own guide.
  participant_not_found: 'gone',
  proof_required: 'account',
  relation_not_found: 'gone',
  reset_copy_gone: 'operator',
  reset_undone: 'sentence',
  reset_version: 'operator',
  run_not_found: 'gone',
  result_not_found: 'gone',
  second_factor_required: 'account',
  series_not_found: 'public',
  session_not_found: 'gone',
  tie_not_found: 'gone',
  too_many_phones: 'sentence',
  too_many_relations: 'sentence',
  user_not_found: 'field',
  wrong_code: 'account',
  wrong_current_password: 'field',
  wrong_passkey: 'account',
  wrong_password_for_known_account: 'field',
  zone_not_found: 'gone',
} as const satisfies Record<Exclude<RefusalCode, keyof typeof paragraphOf>, Why>;

describe('a refusal', () => {
  test.each([...new Set(endpoints.flatMap(refusalsOf))])(
    '%s links to a paragraph of the guide, or has a reason not to',
    (code) => {
      const paragraph = findParagraph(code);
      expect([paragraph, (without as Partial<Record<string, Why>>)[code]].filter(Boolean)).toHaveLength(1);
      if (paragraph) expect(organiserSections).toContain(paragraph);
    },
  );
});

describe('a paragraph of the guide', () => {
  test('has an anchor of its own in each guide', () => {
    for (const sections of [organiserSections, refereeSections]) {
      expect(new Set(sections).size).toBe(sections.length);
    }
  });

  test.each([...organiserSections, ...refereeSections])('%s has a heading and a text in both languages', (section) => {
    for (const locale of ['fr', 'en'] as const) {
      expect(m.guide_title({ section }, { locale })).not.toBe('guide_title');
      expect(m.guide_text({ section }, { locale }).length).toBeGreaterThan(80);
    }
  });
});

test.each([...organiserSections, ...refereeSections])('%s is told in short steps, in both languages', (section) => {
  for (const locale of ['fr', 'en'] as const)
    for (const step of m.guide_text({ section }, { locale }).split('\n')) expect(step.length).toBeLessThan(300);
});
