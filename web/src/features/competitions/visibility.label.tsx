import { m } from '../../paraglide/messages.js';
import './visibility.label.css';

/** Whether everybody sees a competition, in a word. */
export function VisibilityLabel({ isPublic }: { isPublic: boolean }) {
  return (
    <span className="visibility-label" data-public={isPublic || undefined}>
      {isPublic ? m.visibility_public() : m.visibility_private()}
    </span>
  );
}
