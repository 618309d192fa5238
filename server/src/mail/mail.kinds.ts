/*
 * All mails of the product. A kind that somebody else can cause again and again is collected (S24): its address gets at
 * most one such mail an hour. All others are sent at once.
 */

const mailKinds = {
  account_deleted: 'at once',
  alarm: 'at once',
  already_registered: 'at once',
  entry_confirm: 'at once',
  entry_decided: 'collected',
  entry_link: 'at once',
  factor_changed: 'at once',
  invitation: 'at once',
  new_device: 'at once',
  new_password: 'at once',
  password_changed: 'at once',
  password_set: 'collected',
  permission_changed: 'collected',
  role_changed: 'collected',
  series_invitation: 'at once',
  verification: 'at once',
} as const satisfies Record<string, 'at once' | 'collected'>;

type Kinds = typeof mailKinds;
type KindsThat<Way extends Kinds[keyof Kinds]> = {
  [Kind in keyof Kinds]: Kinds[Kind] extends Way ? Kind : never;
}[keyof Kinds];

/** What a mail is about: its kind and, if that is collected, the subject whose last state counts. */
export type MailAbout = { kind: KindsThat<'at once'> } | { kind: KindsThat<'collected'>; topic: string };
