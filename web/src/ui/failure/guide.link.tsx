import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import type { OrganiserParagraph } from './guide.paragraphs.ts';

/** Links a problem to the paragraph of the organisers' guide that explains what to do. */
export function GuideLink({ section }: { section: OrganiserParagraph }) {
  return (
    <Link to="/competitions/guide" hash={section}>
      {m.guide_what_to_do()}
    </Link>
  );
}
