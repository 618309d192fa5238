import { Modal } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { m } from '../paraglide/messages.js';
import { HouseTheme } from './house.theme.tsx';
import './confirm.dialog.css';

/** Says that access was denied, in the server's words, and offers the way to what the reader may. */
export default function AccessDeniedDialog({ message, onClose }: { message: string; onClose: () => void }) {
  return (
    <HouseTheme>
      <Modal opened onClose={onClose} title={m.access_denied()} closeButtonProps={{ 'aria-label': m.close() }} centered>
        <div className="dialog-body">
          <p>{message}</p>
          <div className="dialog-actions">
            <Link to="/competitions" className="button" onClick={onClose}>
              {m.my_competitions()}
            </Link>
            <button type="button" className="button button-go" onClick={onClose}>
              {m.understood()}
            </button>
          </div>
        </div>
      </Modal>
    </HouseTheme>
  );
}
