import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { Failure, formatFailure } from '../../api/failure.ts';
import { checkValues } from '../fields/problems.ts';
import { useUnsaved } from './unsaved.ts';

interface Options<S extends z.ZodMiniType, Answer> {
  schema: S;
  /** What the form's fields stand for; by default their texts by name. */
  values?: (fields: FormData) => unknown;
  /** What speaks against good values, by field: what the schema alone cannot know. */
  objections?: (data: z.output<S>) => Record<string, string>;
  /** Whether a question comes first: whoever asks it then sends by `sending.mutateAsync`, and all stays unsaved till then. */
  ask?: (data: z.output<S>) => boolean;
  send: (data: z.output<S>) => Promise<Answer>;
  /** Fields that refusals speak of without naming them, by code: the sentence then stands there. */
  fieldOf?: Partial<Record<RefusalCode, string>>;
  /** What is said of fields that are left empty, where the contract's words are meant for another form. */
  emptyWords?: Record<string, string>;
  onDone?: (answer: Answer) => void;
}

type Problems = Readonly<Record<string, string>>;

/**
 * A form whose fields keep what is typed: checked by the contract's schema before it is sent, marked where the schema
 * or the server refuses, with the focus on the first field that is wrong. A mark goes as soon as its field is mended.
 */
export function useCheckedForm<S extends z.ZodMiniType, Answer>({
  schema,
  values = (fields) => Object.fromEntries(fields),
  objections = () => ({}),
  ask = () => false,
  send,
  fieldOf = {},
  emptyWords = {},
  onDone,
}: Options<S, Answer>) {
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Problems>({});
  /** What the server said against fields; this form cannot tell whether another value is better. */
  const [told, setTold] = useState<Problems>({});
  const [justMarked, setJustMarked] = useState<Problems>({});
  const { saved } = useUnsaved(form);
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      saved();
      return onDone?.(answer);
    },
    onError: (error) => {
      setTold(problemsIn(error, fieldOf));
      setJustMarked(problemsIn(error, fieldOf));
    },
  });
  useFocusOnProblem(form, justMarked);

  function check(fields: FormData) {
    const checked = checkValues(values(fields), schema);
    const problems = checked.data === undefined ? { ...checked.problems } : objections(checked.data);
    for (const [field, words] of Object.entries(emptyWords)) {
      if (field in problems && String(fields.get(field) ?? '').trim() === '') problems[field] = words;
    }
    return { data: checked.data, problems };
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A form in a dialog that stands in another form must not submit that one too.
    event.stopPropagation();
    if (sending.isPending) return;
    sending.reset();
    const { data, problems } = check(new FormData(event.currentTarget));
    setFound(problems);
    setTold({});
    setJustMarked(problems);
    if (data === undefined || Object.keys(problems).length > 0) return;
    if (!ask(data)) sending.mutate(data);
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    if (isEmpty(found) && isEmpty(told)) return;
    const { problems } = check(new FormData(event.currentTarget));
    setFound(pickProblems(problems, (path) => path in found));
    const { name = '' } = event.target as Partial<HTMLInputElement>;
    const left = pickProblems(told, (path) => !isFieldOf(path, name));
    setTold(left);
    // The sentence above the marks goes with the last of them.
    if (!isEmpty(told) && isEmpty(left)) sending.reset();
  }

  return {
    formProps: { ref: form, onSubmit, onInput, noValidate: true },
    problems: { ...told, ...found },
    sending,
    /** Why it could not be sent, unless a field says it. */
    failure: fieldAt(sending.error, fieldOf) ? null : sending.error,
  };
}

const isEmpty = (problems: Problems) => Object.keys(problems).length === 0;

const pickProblems = (problems: Problems, isKept: (path: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => isKept(path)));

/** Returns true if an input's name belongs to the path of a problem: `category_text` to `category`. */
const isFieldOf = (path: string, name: string) =>
  name !== '' && (path === name || path.endsWith(`.${name}`) || name.startsWith(`${path}_`));

/** Puts the focus on the first marked field whenever fields were marked anew. */
export function useFocusOnProblem(form: { readonly current: HTMLElement | null }, marked: Problems): void {
  useEffect(() => {
    if (!isEmpty(marked)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, marked]);
}

type FieldOf = Partial<Record<string, string>>;

const fieldAt = (error: unknown, fieldOf: FieldOf) =>
  error instanceof Failure ? fieldOf[error.code ?? ''] : undefined;

/** The server's sentences by field. */
function problemsIn(error: unknown, fieldOf: FieldOf): Record<string, string> {
  const field = fieldAt(error, fieldOf);
  if (field) return { [field]: formatFailure(error) };
  const errors = error instanceof Failure ? (error.refusal?.errors ?? []) : [];
  return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
}
