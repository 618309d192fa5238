import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';

type Props =
  | {
      guide: 'organiser';
      section: 'zones' | 'riders' | 'day' | 'doubtful' | 'correct' | 'paper' | 'dead-phone' | 'two-places';
    }
  | { guide: 'referee'; section: 'before' | 'bib' | 'record' | 'mistake' | 'refused' };

/** Leads from a problem to the paragraph of a guide that says what to do. */
export function GuideLink({ guide, section }: Props) {
  return (
    <Link to={guide === 'organiser' ? '/competitions/guide' : '/competitions/guide/referee'} hash={section}>
      {m.guide_what_to_do()}
    </Link>
  );
}
