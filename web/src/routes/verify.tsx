import { createFileRoute } from '@tanstack/react-router';
import { VerifyPage } from '../features/results/verify.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/verify')({
  head: titled(m.verify_title),
  validateSearch: ({ sha256 }: Record<string, unknown>) => ({
    sha256: typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? sha256 : undefined,
  }),
  component: () => {
    const navigate = Route.useNavigate();
    return (
      <VerifyPage
        sha256={Route.useSearch().sha256}
        onVerify={(sha256) => void navigate({ search: { sha256 }, replace: true })}
      />
    );
  },
});
