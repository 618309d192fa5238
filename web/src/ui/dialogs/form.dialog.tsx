import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { useClose } from '../fields/form.state.ts';
import { Form, FormFailure, SubmitButton } from '../forms/form.tsx';
import { hasUnsavedIn } from '../forms/unsaved.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  /** The checked form. */
  of: ComponentProps<typeof Form>;
  /** Where the dialog closes in another way than what opened it says. */
  onClose?: () => void;
  /** The labels of the buttons; `meanwhile` while the form is being sent. */
  cancel?: string;
  action?: string;
  meanwhile?: string;
  danger?: boolean;
  /** True if the form cannot be sent now, as the children explain. */
  hindered?: boolean;
  /** Shown in place of the error of the last attempt. */
  failure?: ReactNode;
  children: ReactNode;
}

/** A dialog with a form and its buttons: cancel, Escape and the close button ask before they discard input. */
export function FormDialog({
  title,
  of,
  onClose: close,
  cancel = m.cancel(),
  danger = false,
  hindered = false,
  failure = <FormFailure />,
  children,
  ...labels
}: Props) {
  const onClose = useClose(close);
  const content = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const leave = () => (content.current && hasUnsavedIn(content.current) ? setAsking(true) : onClose());
  function answer(stay: boolean) {
    setAsking(false);
    if (!stay) onClose();
  }
  return (
    <>
      <Dialog onClose={leave} title={title} closeOnClickOutside={false} closeOnEscape={!asking} trapFocus={!asking}>
        <div ref={content}>
          <Form {...of} className="stack">
            {children}
            {failure}
            <div className="dialog-actions">
              <Button action={cancel} onClick={leave} />
              <SubmitButton {...labels} look={danger ? 'danger' : 'go'} disabled={of.state.isPending || hindered} />
            </div>
          </Form>
        </div>
      </Dialog>
      {asking && (
        <UnsavedQuestion
          title={m.unsaved_close_title()}
          leave={m.unsaved_close()}
          stay={m.unsaved_go_on()}
          onAnswer={answer}
        />
      )}
    </>
  );
}

interface UnsavedQuestionProps {
  title: string;
  /** The labels of the buttons that discard and keep the input. */
  leave: string;
  stay: string;
  onAnswer: (stay: boolean) => void;
}

/** Asks whether to discard unsaved input; Escape keeps it. */
export function UnsavedQuestion({ title, leave, stay, onAnswer }: UnsavedQuestionProps) {
  const keep = () => onAnswer(true);
  return (
    <Dialog onClose={keep} title={title}>
      <p>{m.unsaved_text()}</p>
      <div className="dialog-actions">
        <Button action={leave} look="danger" onClick={() => onAnswer(false)} />
        <Button action={stay} look="go" onClick={keep} data-autofocus />
      </div>
    </Dialog>
  );
}
