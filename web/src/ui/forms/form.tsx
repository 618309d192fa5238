import type { RefusalCode } from '@dossard/contract/refusals/refusal.codes.ts';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useContext, useEffect, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { Failure, formatFailure } from '../../api/failure.ts';
import { m } from '../../paraglide/messages.js';
import { FailureAlert } from '../failure/failure.alert.tsx';
import { CloseDialog, FormState } from '../fields/form.state.ts';
import { checkValues } from '../fields/problems.ts';
import { Button } from '../parts/button.tsx';
import { hasUnsavedIn, useUnsaved } from './unsaved.ts';

interface Props extends ComponentProps<'form'> {
  state: ReturnType<typeof useCheckedForm>['formProps']['state'];
  /** The values that fields without one of their own begin with, by name. */
  initial?: object;
}

/** A checked form: its fields show their problems by name, and its end shows its error. */
export function Form({ state, initial, ...form }: Props) {
  return (
    <FormState value={{ ...state, ...(initial && { initial }) }}>
      {/* Sent before its script runs, a form must not put a password into the address. */}
      <form method="post" {...form} />
    </FormState>
  );
}

interface SubmitButtonProps extends Pick<ComponentProps<typeof Button>, 'look' | 'disabled'> {
  /** The button's label, and its label while the form is being sent. */
  action?: string | undefined;
  meanwhile?: string | undefined;
}

/** The button that sends the form around it. */
export function SubmitButton({ action = m.save(), meanwhile = m.saving(), ...button }: SubmitButtonProps) {
  const { isPending } = useContext(FormState);
  const label = isPending ? meanwhile : action;
  return <Button look="go" disabled={isPending} {...button} action={label} type="submit" />;
}

/** Shows why the last attempt to send the form around it failed, unless a field does. */
export function FormFailure() {
  const { error } = useContext(FormState);
  return error !== null && <FailureAlert error={error} />;
}

/** Returns true if a part of the page may go: nothing unsaved is in it, or the user says so. */
export const mayDrop = (part: Element | null): boolean =>
  !part || !hasUnsavedIn(part) || window.confirm(m.unsaved_cancel());

interface FormEndProps extends ComponentProps<typeof SubmitButton> {
  /** Absent if there is nothing to go back to. */
  onCancel?: () => void;
}

/** Renders the end of a form: its error, submit, and cancel, which asks before it drops input. */
export function FormEnd({ onCancel, ...button }: FormEndProps) {
  return (
    <>
      <FormFailure />
      <div className="desk-actions">
        <SubmitButton {...button} />
        {onCancel && (
          <Button
            action={m.cancel()}
            look="quiet"
            onClick={({ currentTarget: { form } }) => {
              if (mayDrop(form)) onCancel();
            }}
          />
        )}
      </div>
    </>
  );
}

interface Options<S extends z.ZodMiniType, Answer> {
  schema: S;
  /** Maps the form's fields to values; by default the text of each field by name. */
  values?: (fields: FormData) => unknown;
  /** Returns further problems of valid values, by field, that a schema cannot express. */
  objections?: (data: z.output<S>) => Record<string, string>;
  /** Returns problems of fields from which the values are made, by field. */
  also?: (fields: FormData) => Record<string, string>;
  /** Returns true to ask for confirmation first; the caller then submits with `sending.mutateAsync`. */
  ask?: (data: z.output<S>) => boolean;
  send: (data: z.output<S>) => Promise<Answer>;
  /** Fields that show refusals which name no field, by refusal code. */
  fieldOf?: Partial<Record<RefusalCode, string>>;
  /** Messages for empty fields that replace those of the contract. */
  emptyWords?: Record<string, string>;
  /** By default the dialog around the form closes. */
  onDone?: (answer: Answer) => void;
}

type Problems = Readonly<Record<string, string>>;

/**
 * A form with uncontrolled fields: validated by the contract's schema before it is sent, marked where the schema or the
 * server refuses, with the focus on the first invalid field. A mark disappears as soon as its field is corrected.
 */
export function useCheckedForm<S extends z.ZodMiniType, Answer>({
  schema,
  values = (fields) => Object.fromEntries(fields),
  objections = () => ({}),
  also = () => ({}),
  ask = () => false,
  send,
  fieldOf = {},
  emptyWords = {},
  onDone,
}: Options<S, Answer>) {
  const close = useContext(CloseDialog);
  const form = useRef<HTMLFormElement>(null);
  const [found, setFound] = useState<Problems>({});
  /** The server's problems by field; the form itself cannot check whether another value solves them. */
  const [refused, setRefused] = useState<Problems>({});
  const [justMarked, setJustMarked] = useState<Problems>({});
  const { typed, saved } = useUnsaved();
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      saved();
      return (onDone ?? close)(answer);
    },
    onError: (error) => {
      setRefused(problemsIn(error, fieldOf));
      setJustMarked(problemsIn(error, fieldOf));
    },
  });
  useFocusOnProblem(form, justMarked);

  function check(fields: FormData) {
    const checked = checkValues(values(fields), schema);
    const problems = checked.data === undefined ? { ...checked.problems, ...also(fields) } : objections(checked.data);
    for (const [field, words] of Object.entries(emptyWords)) {
      if (field in problems && String(fields.get(field) ?? '').trim() === '') problems[field] = words;
    }
    return { data: checked.data, problems };
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    // A dialog's form inside another form must not submit that one too.
    event.stopPropagation();
    if (sending.isPending) return;
    sending.reset();
    const { data, problems } = check(new FormData(event.currentTarget));
    setFound(problems);
    setRefused({});
    setJustMarked(problems);
    if (data !== undefined && isEmpty(problems) && !ask(data)) sending.mutate(data);
  }

  function onInput(event: FormEvent<HTMLFormElement>) {
    typed(event);
    if (isEmpty(found) && isEmpty(refused)) return;
    const { problems } = check(new FormData(event.currentTarget));
    setFound(pickProblems(problems, (path) => path in found));
    const { name = '' } = event.target as Partial<HTMLInputElement>;
    const left = pickProblems(refused, (path) => !isFieldOf(path, name));
    setRefused(left);
    // The sentence above the fields disappears with the last mark.
    if (!isEmpty(refused) && isEmpty(left)) sending.reset();
  }

  const problems = { ...refused, ...found };
  const failure = fieldAt(sending.error, fieldOf) ? null : sending.error;
  const state = { problems, error: failure, isPending: sending.isPending };
  return { formProps: { ref: form, onSubmit, onInput, noValidate: true, state }, problems, sending, failure };
}

const isEmpty = (problems: Problems) => Object.keys(problems).length === 0;

const pickProblems = (problems: Problems, isKept: (path: string) => boolean): Problems =>
  Object.fromEntries(Object.entries(problems).filter(([path]) => isKept(path)));

/** Returns true if an input's name belongs to the path of a problem: `category_text` to `category`. */
const isFieldOf = (path: string, name: string) =>
  name !== '' &&
  (path === name || path.startsWith(`${name}.`) || path.endsWith(`.${name}`) || name.startsWith(`${path}_`));

/** Moves the focus to the first marked field whenever new problems appear. */
export function useFocusOnProblem(form: { readonly current: HTMLElement | null }, marked: Problems): void {
  useEffect(() => {
    if (!isEmpty(marked)) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form, marked]);
}

type FieldOf = Partial<Record<string, string>>;

const fieldAt = (error: unknown, fieldOf: FieldOf) =>
  error instanceof Failure ? fieldOf[error.code ?? ''] : undefined;

/** Returns the server's messages by field. */
function problemsIn(error: unknown, fieldOf: FieldOf): Record<string, string> {
  const errors = error instanceof Failure ? (error.refusal?.errors ?? []) : [];
  const named = Object.fromEntries(errors.map(({ path, message }) => [path, message]));
  const field = fieldAt(error, fieldOf);
  return field ? { [field]: named[field] ?? formatFailure(error) } : named;
}
