import { formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../parts/alert.tsx';
import { PlainButton } from '../parts/plain.button.tsx';

/** Shows why a page without an account cannot be read, with a button that reads it again; `FailureAlert` has more. */
export const RetryAlert = ({ error, retry }: { error: unknown; retry: () => unknown }) => (
  <Alert kind="problem" title={formatFailure(error)}>
    <PlainButton action={m.retry()} onClick={() => void retry()} />
  </Alert>
);
