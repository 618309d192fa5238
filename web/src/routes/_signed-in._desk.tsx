import { createFileRoute } from '@tanstack/react-router';
import { DeskFrame } from '../shell/desk.frame.tsx';

/** The organisers' pages; the referee's screen has a different frame. */
export const Route = createFileRoute('/_signed-in/_desk')({ component: DeskFrame });
