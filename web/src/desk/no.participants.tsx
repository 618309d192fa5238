import { m } from '../paraglide/messages.js';
import { Empty } from '../ui/parts/empty.tsx';
import { PageLink } from './page.link.tsx';

/** Says that a competition has no riders yet, with the way to add them. */
export function NoParticipants() {
  return (
    <Empty title={m.participants_empty()}>
      <PageLink page="participants" className="button button-go" label={m.participants()} />
    </Empty>
  );
}
