import { Modal } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import './confirm.dialog.css';

interface Props {
  title: string;
  /** The verb that drops what was typed, and the one that keeps it. */
  leave: string;
  stay: string;
  onAnswer: (stay: boolean) => void;
}

/** Asks whether to drop something typed that is not saved; Escape keeps it. */
export function UnsavedQuestion({ title, leave, stay, onAnswer }: Props) {
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
