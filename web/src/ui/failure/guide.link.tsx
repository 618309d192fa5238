import { Link } from '@tanstack/react-router';
import { m } from '../../paraglide/messages.js';
import type { OrganiserParagraph, RefereeParagraph } from './guide.paragraphs.ts';

type Props = { guide: 'organiser'; section: OrganiserParagraph } | { guide: 'referee'; section: RefereeParagraph };

/** Links a problem to the paragraph of a guide that explains what to do. */
export function GuideLink({ guide, section }: Props) {
  return (
    <Link to={guide === 'organiser' ? '/competitions/guide' : '/competitions/guide/referee'} hash={section}>
      {m.guide_what_to_do()}
    </Link>
  );
}
