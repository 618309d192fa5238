import type { User } from '../../access/account.store.ts';
import { recordChange } from '../../audit/audit.log.ts';
import type { Write } from '../../audit/write.ts';
import { queueMail } from '../../mail/mail.queue.ts';
import { type FactorChange, factorChangedMail } from '../../mail/mail.texts.ts';

/** Logs a change of an account's second factors, and notifies its owner by mail (S14). */
export async function recordFactor(write: Write, user: User, change: FactorChange): Promise<void> {
  const by = { ...write, competition_id: 0, actor_id: write.actor_id ?? user.id };
  await recordChange(by, { subject: 'user', action: 'update', key: user.id, after: { second_factor: change } });
  if (user.email_verified_at !== null)
    await queueMail(write.tx, user.email, factorChangedMail(user.language, change), write.now);
}
