import { type RefObject, useEffect, useState } from 'react';

/* Forms with unsaved input. Leaving the page or closing the dialog asks for confirmation first. */

const unsaved = new Map<symbol, HTMLFormElement>();

/** Whether leaving now would lose something. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Returns true if a form within this part of the page holds something unsaved. */
export const hasUnsavedIn = (part: Element): boolean => [...unsaved.values()].some((form) => part.contains(form));

/** Forgets all unsaved input, once the reader has confirmed. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Tracks a form: its input counts as unsaved until `saved` is called or the form unmounts. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): { saved: () => void } {
  const [mark] = useState(() => Symbol('form'));
  useEffect(() => {
    const here = form.current;
    const note = () => here && unsaved.set(mark, here);
    here?.addEventListener('input', note);
    return () => {
      here?.removeEventListener('input', note);
      unsaved.delete(mark);
    };
  }, [form, mark]);
  return { saved: () => void unsaved.delete(mark) };
}
