import { Modal } from '@mantine/core';
import { m } from '../paraglide/messages.js';
import { HouseTheme } from './house.theme.tsx';
import './confirm.dialog.css';

/** Asks whether to leave a page on which something typed was not saved. */
export default function LeaveDialog({ onAnswer }: { onAnswer: (stay: boolean) => void }) {
  const stay = () => onAnswer(true);
  return (
    <HouseTheme>
      <Modal opened onClose={stay} title={m.unsaved_title()} closeButtonProps={{ 'aria-label': m.close() }} centered>
        <div className="dialog-body">
          <p>{m.unsaved_text()}</p>
          <div className="dialog-actions">
            <button type="button" className="button button-danger" onClick={() => onAnswer(false)}>
              {m.unsaved_leave()}
            </button>
            <button type="button" className="button button-go" onClick={stay}>
              {m.unsaved_stay()}
            </button>
          </div>
        </div>
      </Modal>
    </HouseTheme>
  );
}
