import { type FormEvent, useState } from 'react';

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

/** Tracks a form by its `onInput`: its input counts as unsaved until `saved` is called or the form leaves the page. */
export function useUnsaved() {
  const [mark] = useState(() => Symbol('form'));
  return {
    typed({ currentTarget: form, target }: FormEvent<HTMLFormElement>) {
      // Input in a dialog that a part of the form opened is not the form's.
      if (form.contains(target as Node)) unsaved.set(mark, form);
    },
    saved: () => void unsaved.delete(mark),
  };
}
