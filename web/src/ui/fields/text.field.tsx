import { type ComponentProps, type ReactNode, useId } from 'react';

interface Common {
  name: string;
  label: string;
  /** The field's problem; it is then marked and can be found by `aria-invalid`. */
  problem?: string | undefined;
  /** What to write here, if the label alone does not explain it. */
  hint?: string;
}

/** A text field with its label, hint and problem. */
export function TextField({ label, problem, hint, ...input }: Common & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} problem={problem} hint={hint}>
      <input id={id} className="input" {...input} {...describe(id, problem)} />
    </Labelled>
  );
}

/** A text field with several lines. */
export function ParagraphField({ label, problem, hint, ...area }: Common & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} problem={problem} hint={hint}>
      <textarea id={id} className="input" rows={3} {...area} {...describe(id, problem)} />
    </Labelled>
  );
}

/** A choice of one of several `option` elements. */
export function SelectField({ label, problem, hint, ...select }: Common & ComponentProps<'select'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} problem={problem} hint={hint}>
      <select id={id} className="input" {...select} {...describe(id, problem)} />
    </Labelled>
  );
}

const describe = (id: string, problem: string | undefined) => ({
  'aria-invalid': problem !== undefined,
  'aria-describedby': `${id}-note`,
});

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
