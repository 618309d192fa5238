import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import type { RefereeParagraph } from '../../ui/failure/guide.paragraphs.ts';
import { toGuide } from './field.links.ts';

/** Links a problem to the paragraph of the referees' guide that explains what to do. */
export function RefereeGuideLink({ section }: { section: RefereeParagraph }) {
  return (
    <Link {...toGuide()} hash={section}>
      {m.guide_what_to_do()}
    </Link>
  );
}
