import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import type { OrganiserParagraph } from './guide.sections.ts';

/**
 * Links a problem to the paragraph of the organisers' guide that explains what to do; in a tab of its own, so that what is
 * being done here is not lost.
 */
export function GuideLink({ section }: { section: OrganiserParagraph }) {
  return (
    <Link to="/competitions/guide" hash={section} target="_blank">
      {m.guide_what_to_do()}
    </Link>
  );
}
