import { m } from '../paraglide/messages.js';
import { formatTime } from '../text/formats.ts';
import type { Contact } from './server.contact.ts';

/** Says that the server cannot be reached, since when, and that work goes on; nothing while it answers. */
export function ContactLine({ contact }: { contact: Contact }) {
  return (
    <p className="contact-line" role="status" data-lost={!contact.reached || undefined}>
      {!contact.reached && m.server_lost_since({ time: formatTime(contact.lostSince ?? Date.now(), 'minute') })}
    </p>
  );
}
