import { type RefObject, useEffect, useState } from 'react';

/* Forms with unsaved input. Leaving the page or closing the dialog asks for confirmation first. */

const unsaved = new Map<symbol, HTMLFormElement>();

/** Lists the forms with unsaved input that are still on the page. */
function listUnsaved(): HTMLFormElement[] {
  for (const [mark, form] of unsaved) if (!form.isConnected) unsaved.delete(mark);
  return [...unsaved.values()];
}

/** Returns true if any form on the page has unsaved input. */
export const hasUnsaved = (): boolean => listUnsaved().length > 0;

/** Returns true if a form within this part of the page has unsaved input. */
export const hasUnsavedIn = (part: Element): boolean => listUnsaved().some((form) => part.contains(form));

/** Discards the unsaved marks after the user confirmed leaving. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Tracks a form: its input counts as unsaved until `saved` is called or the form leaves the page. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): { saved: () => void } {
  const [mark] = useState(() => Symbol('form'));
  useEffect(() => {
    const element = form.current;
    const markUnsaved = () => element && unsaved.set(mark, element);
    element?.addEventListener('input', markUnsaved);
    // Keeps the mark: a hidden tab ends its effects, but its fields keep their text.
    return () => element?.removeEventListener('input', markUnsaved);
  }, [form, mark]);
  return { saved: () => void unsaved.delete(mark) };
}
