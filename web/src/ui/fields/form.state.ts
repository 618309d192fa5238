import { createContext, useContext } from 'react';

interface State {
  /** Problems by field. */
  problems: Readonly<Record<string, string>>;
  /** The error of the last attempt, unless a field shows it. */
  error: unknown;
  isPending: boolean;
  /** The values that the fields begin with, by name. */
  initial?: object;
}

/** The state of the form around a part; without one there is nothing to show. */
export const FormState = createContext<State>({ problems: {}, error: null, isPending: false });

/** Returns the given problem of a field, or that of it or a part of its value in the form around it, by its name. */
export function useProblem(name = '', given?: string): string | undefined {
  const { problems } = useContext(FormState);
  if (given !== undefined) return given;
  const part = Object.keys(problems).find((path) => path === name || path.startsWith(`${name}.`));
  return part === undefined ? undefined : problems[part];
}

/** Closes the dialog around a part, or the form that takes a place for a while; what opens it sets this. */
export const CloseDialog = createContext<() => void>(() => {});

/** Returns what closes a dialog: what is given, else what opened the dialog. */
export function useClose(given?: () => void): () => void {
  const close = useContext(CloseDialog);
  return given ?? close;
}
