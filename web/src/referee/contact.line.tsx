import { m } from '../paraglide/messages.js';
import { sayTime } from '../ui/formats.ts';
import type { Contact } from './server.contact.ts';

/** Says that the server cannot be reached, since when, and that work goes on; nothing while it answers. */
export function ContactLine({ contact }: { contact: Contact }) {
  return (
    <p className="contact-line" role="status" data-lost={!contact.reached || undefined}>
      {!contact.reached && m.server_lost_since({ time: sayTime(contact.lostSince ?? Date.now(), 'minute') })}
    </p>
  );
}
