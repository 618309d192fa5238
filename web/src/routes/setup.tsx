import { createFileRoute } from '@tanstack/react-router';
import { SetupPage } from '../features/setup/setup.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/setup')({ head: titled(m.setup_title), component: SetupPage });
