import { Modal } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { hasUnsavedIn } from '../forms/unsaved.ts';

interface Props {
  title: string;
  onClose: () => void;
  /** The content; its `close` asks for confirmation if input is unsaved. */
  children: (close: () => void) => ReactNode;
}

/** A dialog around a form: Escape and the close button ask before they discard input. */
export function FormDialog({ title, onClose, children }: Props) {
  const content = useRef<HTMLDivElement>(null);
  const [asking, setAsking] = useState(false);
  const close = () => (content.current && hasUnsavedIn(content.current) ? setAsking(true) : onClose());
  function answer(stay: boolean) {
    setAsking(false);
    if (!stay) onClose();
  }
  return (
    <>
      <Modal
        opened
        onClose={close}
        title={title}
        closeOnClickOutside={false}
        closeOnEscape={!asking}
        trapFocus={!asking}
        closeButtonProps={{ 'aria-label': m.close() }}
        centered
      >
        <div ref={content}>{children(close)}</div>
      </Modal>
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
    <Modal opened onClose={keep} title={title} closeButtonProps={{ 'aria-label': m.close() }} centered>
      <div className="dialog-body">
        <p>{m.unsaved_text()}</p>
        <div className="dialog-actions">
          <button type="button" className="button button-danger" onClick={() => onAnswer(false)}>
            {leave}
          </button>
          <button type="button" className="button button-go" onClick={keep} data-autofocus>
            {stay}
          </button>
        </div>
      </div>
    </Modal>
  );
}
