import type { ComponentProps } from 'react';
import { FormState } from '../fields/form.state.ts';
import type { useCheckedForm } from './checked.form.ts';

interface Props extends ComponentProps<'form'> {
  state: ReturnType<typeof useCheckedForm>['formProps']['state'];
  /** The values that fields without one of their own begin with, by name. */
  initial?: object;
}

/** A checked form: its fields show their problems by name, and its end shows its error. */
export function Form({ state, initial, ...form }: Props) {
  return (
    <FormState value={{ ...state, ...(initial && { initial }) }}>
      <form {...form} />
    </FormState>
  );
}
