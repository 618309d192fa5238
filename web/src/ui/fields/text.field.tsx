import { type ComponentProps, type ReactNode, useContext, useId } from 'react';
import { m } from '../../paraglide/messages.js';
import { FormState, useProblem } from './form.state.ts';

interface Common {
  name: string;
  label: string;
  /** A problem in other words than the form's, or one that it does not know by the field's name. */
  problem?: string | undefined;
  /** What to write here, if the label alone does not explain it. */
  hint?: string;
}

interface Typed {
  /** Called with what is typed. */
  onValue?: ((value: string) => void) | undefined;
}

/** A text field with its label, hint and problem. A pasted text is never cut: the form's schema says that it is too long. */
export function TextField(props: Common & Typed & Omit<ComponentProps<'input'>, 'maxLength'>) {
  const { frame, control } = useField(props);
  return (
    <Labelled {...frame}>
      <input {...control} />
    </Labelled>
  );
}

/** A field for a mail address. */
export const EmailField = (props: Partial<Common> & Typed & ComponentProps<'input'>) => (
  <TextField name="email" type="email" label={m.email()} autoComplete="username" autoCapitalize="none" {...props} />
);

/** A field that narrows a list down while the reader types. */
export const SearchField = (props: Partial<Common> & Typed & ComponentProps<'input'>) => (
  <TextField name="search" type="search" label={m.search()} autoComplete="off" {...props} />
);

/** A field for the number on a rider's bib. */
export const DossardField = (props: Partial<Common> & Typed & ComponentProps<'input'>) => (
  <TextField name="dossard" label={m.dossard()} inputMode="numeric" autoComplete="off" {...props} />
);

/** A field for a whole number, 1 or more unless said otherwise. */
export const NumberField = (props: Common & Typed & ComponentProps<'input'>) => (
  <TextField type="number" inputMode="numeric" min={1} {...props} />
);

/** A text field with several lines. */
export function ParagraphField(props: Common & Typed & Omit<ComponentProps<'textarea'>, 'maxLength'>) {
  const { frame, control } = useField(props);
  return (
    <Labelled {...frame}>
      <textarea rows={3} {...control} />
    </Labelled>
  );
}

interface Choices<Value extends string> {
  /** Called with what is chosen. */
  onValue?: ((value: NoInfer<Value>) => void) | undefined;
  /** The label of an empty choice at the top. */
  empty?: string;
  /** Values with their labels. */
  options?: readonly (readonly [value: Value | number, label: string])[] | undefined;
  /** Labels by value, instead. */
  words?: { readonly [One in Value]: () => string };
}

/** A choice of one of several values; as children `option` elements with attributes of their own. */
export function SelectField<Value extends string>({
  empty,
  words,
  options = Object.entries<() => string>(words ?? {}).map(([value, label]) => [value as Value, label()]),
  onValue,
  children,
  ...props
}: Common & Choices<Value> & ComponentProps<'select'>) {
  const { frame, control } = useField({ ...props, onValue: onValue as Typed['onValue'] });
  return (
    <Labelled {...frame}>
      <select {...control}>
        {empty !== undefined && <option value="">{empty}</option>}
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {children}
      </select>
    </Labelled>
  );
}

/** Returns the properties of a field's frame and of its control, which begins with the form's value if it has none. */
function useField<P extends Common & Typed & { value?: unknown; defaultValue?: unknown }>(props: P) {
  const { label, problem: given, hint, onValue, ...control } = props;
  const id = useId();
  const problem = useProblem(props.name, given);
  const { initial = {} } = useContext(FormState);
  const begins = !('value' in props) && props.defaultValue === undefined && props.name in initial;
  return {
    frame: { id, label, problem, hint },
    control: {
      ...(begins && { defaultValue: initial[props.name as keyof typeof initial] ?? '' }),
      id,
      className: 'input',
      ...(onValue && { onChange: ({ target }: { target: { value: string } }) => onValue(target.value) }),
      ...control,
      'aria-invalid': problem !== undefined,
      'aria-describedby': `${id}-note`,
    },
  };
}

interface LabelledProps {
  id: string;
  label: string;
  problem: string | undefined;
  hint: string | undefined;
  children: ReactNode;
}

function Labelled({ id, label, problem, hint, children }: LabelledProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <span id={`${id}-note`} className={problem ? 'field-problem' : 'field-hint'}>
        {problem ?? hint}
      </span>
    </div>
  );
}
