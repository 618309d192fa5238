import { type RefObject, useEffect, useState } from 'react';

/* Which forms hold something that was typed and not saved; whoever leaves the page is asked first. */

const unsaved = new Set<symbol>();

/** Whether leaving now would lose something. */
export const hasUnsaved = (): boolean => unsaved.size > 0;

/** Lets go of everything, because whoever typed it said so. */
export function forgetUnsaved(): void {
  unsaved.clear();
}

/** Watches a form: what is typed into it is unsaved until `saved` is called or the form is closed. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): { saved: () => void } {
  const [mark] = useState(() => Symbol('form'));
  useEffect(() => {
    const here = form.current;
    const note = () => unsaved.add(mark);
    here?.addEventListener('input', note);
    return () => {
      here?.removeEventListener('input', note);
      unsaved.delete(mark);
    };
  }, [form, mark]);
  return { saved: () => void unsaved.delete(mark) };
}
