import { type ComponentProps, Fragment } from 'react';
import { Form, FormEnd } from '../ui/forms/form.tsx';
import { ConflictNote } from './conflict.note.tsx';
import { type useMergedEdit, withoutConflict } from './merged.edit.ts';

type FormProps = ComponentProps<typeof Form>;

interface Props extends FormProps {
  edit: Pick<ReturnType<typeof useMergedEdit<object>>, 'initial' | 'before' | 'seen' | 'conflicts'>;
  end?: ComponentProps<typeof FormEnd>;
}

/** A form that edits stored values: its fields begin with them, and after a conflict with both people's changes. */
export function EditForm({ edit, end, state, children, ...form }: Props) {
  return (
    <Form initial={edit.initial} {...form} state={withoutConflict(state)}>
      <Fragment key={edit.conflicts}>{children}</Fragment>
      <ConflictNote before={edit.before} now={edit.seen} />
      <FormEnd {...end} />
    </Form>
  );
}
