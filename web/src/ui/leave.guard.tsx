import { Modal } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { HouseTheme } from './house.theme.tsx';
import { hasUnsaved } from './unsaved.ts';
import './confirm.dialog.css';

/** Asks before a page is left on which something typed was not saved; the browser asks by itself before a reload. */
export default function LeaveGuard() {
  const { history } = useRouter();
  const [asked, setAsked] = useState<{ answer: (stay: boolean) => void }>();
  useEffect(() => {
    const ask = () =>
      new Promise<boolean>((resolve) => {
        const answer = (stay: boolean) => {
          setAsked(undefined);
          resolve(stay);
        };
        setAsked({ answer });
      });
    return history.block({
      blockerFn: ({ currentLocation, nextLocation }) =>
        currentLocation.pathname !== nextLocation.pathname && hasUnsaved() ? ask() : false,
      enableBeforeUnload: hasUnsaved,
    });
  }, [history]);
  if (!asked) return null;
  const stay = () => asked.answer(true);
  return (
    <HouseTheme>
      <Modal opened onClose={stay} title={m.unsaved_title()} closeButtonProps={{ 'aria-label': m.close() }} centered>
        <div className="dialog-body">
          <p>{m.unsaved_text()}</p>
          <div className="dialog-actions">
            <button type="button" className="button button-danger" onClick={() => asked.answer(false)}>
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
