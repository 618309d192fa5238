import { m } from '../paraglide/messages.js';

/** Shows in a word whether a competition is public. */
export function VisibilityLabel({ isPublic }: { isPublic: boolean }) {
  return (
    <span className="pill" data-kind={isPublic ? 'good' : undefined}>
      {isPublic ? m.visibility_public() : m.visibility_private()}
    </span>
  );
}
