import { createFileRoute } from '@tanstack/react-router';
import { DeskFrame } from '../shell/desk.frame.tsx';

/** The pages on which organisers work; the referee's screen has a frame of its own. */
export const Route = createFileRoute('/_signed-in/_desk')({ component: DeskFrame });
