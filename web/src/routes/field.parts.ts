import { canWorkOffline } from '../referee/offline/offline.worker.ts';

/**
 * Loads what the screens of the field load when it is needed: over plain http no worker keeps it for when the network is
 * away. A part that cannot be loaded now is loaded when it is needed.
 */
export function loadFieldParts(...parts: readonly (() => Promise<unknown>)[]): void {
  if (canWorkOffline()) return;
  const all = [
    ...parts,
    () => import('../referee/referee.page.tsx'),
    () => import('../referee/unsent/outbox.page.tsx'),
    () => import('../referee/told/waiting.messages.tsx'),
    () => import('../referee/outbox/run.frames.ts'),
    () => import('../ui/parts/qr.drawing.ts'),
    () => import('../features/guide/guide.page.tsx'),
  ];
  void Promise.allSettled(all.map((load) => load()));
}
