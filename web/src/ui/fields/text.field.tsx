import { type ComponentProps, type ReactNode, useId } from 'react';

interface Common {
  name: string;
  label: string;
  /** What is wrong with it; the field is then marked and can be found by `aria-invalid`. */
  problem?: string | undefined;
  /** What to write here, when the label alone does not say it. */
  hint?: string;
}

/** A line to fill in, with its label, hint and problem. */
export function TextField({ label, problem, hint, ...input }: Common & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} problem={problem} hint={hint}>
      <input id={id} className="input" {...input} {...describe(id, problem)} />
    </Labelled>
  );
}

/** Several lines to fill in. */
export function ParagraphField({ label, problem, hint, ...area }: Common & ComponentProps<'textarea'>) {
  const id = useId();
  return (
    <Labelled id={id} label={label} problem={problem} hint={hint}>
      <textarea id={id} className="input" rows={3} {...area} {...describe(id, problem)} />
    </Labelled>
  );
}

/** One of a few choices, given as `option` elements. */
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
