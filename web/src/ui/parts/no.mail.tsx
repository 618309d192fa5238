import { sendsMail } from '../../device/installation.ts';
import { m } from '../../paraglide/messages.js';

/**
 * Says below a promise of a mail that this installation sends none, and whom to ask: to everybody the same, whether the
 * address is known or not.
 */
export function NoMail({ words = m.no_mail_here() }: { words?: string }) {
  return sendsMail() ? null : <p>{words}</p>;
}
