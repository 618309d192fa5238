import { createFileRoute } from '@tanstack/react-router';
import { AlarmsPage } from '../features/administration/alarms.page.tsx';
import { m } from '../paraglide/messages.js';
import { titled } from '../shell/route.options.ts';

export const Route = createFileRoute('/_signed-in/_desk/admin_/alarms')({
  head: titled(m.alarms),
  component: AlarmsPage,
});
