import type { GlobalPermission, Role } from '@dossard/contract/access/permissions.ts';
import type { Alarm } from '@dossard/contract/alarms/alarm.schema.ts';
import { describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import type { InvitedRole } from '@dossard/contract/invitations/invitation.schema.ts';
import { type Language, say, type Values } from '@dossard/contract/language/language.ts';
import { m } from '@dossard/contract/paraglide/messages.js';
import { fullName } from '../access/account.store.ts';
import type { SessionPlace } from '../access/session.store.ts';
import type { Notice } from '../tables/mail.table.ts';
import { escapeHtml } from '../tools/html.ts';

/*
 * All mails of the product, in the language of the recipient's account. The catalogue has their words: `mail_subject`,
 * the paragraphs of `mail_lines`, the label of the link in `mail_link`, and the paragraphs of `mail_after`.
 */

export type MailContent = Omit<Notice, 'topic'>;

/**
 * A mail that somebody else can cause again and again has a topic and is collected (S24): its address gets at most one
 * such mail an hour, with the last state of each topic. All others are sent at once.
 */
export type MailText = MailContent & { topic?: string };

/** The name of a mail's words. */
type MailWords = Parameters<typeof m.mail_subject>[0]['mail'];

/** The main content, on its own line: a link, or a password; and what a collected mail is about. */
type Main = { url?: string; secret?: string; topic?: string };

/** Asks the owner of an address to confirm it; the link is valid for 24 hours. */
export const verificationMail = (language: Language, url: string) => writeMail('verification', language, {}, { url });

/** Notifies the owner of a known address that somebody tried to register it again. */
export const alreadyRegisteredMail = (language: Language, url: string) =>
  writeMail('already_registered', language, {}, { url });

/** Invites the owner of an address to administer a series (T12); they accept it on their list of series. */
export const seriesInvitationMail = (
  language: Language,
  { url, ...names }: { series: string; by: string; url: string },
) => writeMail('series_invitation', language, names, { url });

/** Sends a generated password, valid for one hour; the former one works until this one is used. */
export const newPasswordMail = (language: Language, secret: string) =>
  writeMail('new_password', language, {}, { secret });

/** Invites a referee to a competition; the link is valid for 7 days and one account. */
export const invitationMail = (
  language: Language,
  { competition, role, url }: { competition: string; role: InvitedRole; url: string },
) => writeMail(`invitation_${role}`, language, { competition }, { url });

/** Notifies of a sign-in on a browser that is new for the account; `url` lists its sessions. */
export function newDeviceMail(language: Language, { device, network }: SessionPlace, url: string): MailText {
  const values = { device: device || say(m.unknown_browser, {}, language), network };
  return writeMail('new_device', language, values, { url });
}

/** Notifies of a password that the owner changed, or that an administrator set. */
export const passwordChangedMail = (language: Language, { isByAdmin = false } = {}) =>
  writeMail('password_changed', language, {}, isByAdmin ? { topic: 'password_set own' } : {});

/** Notifies of a new role in a competition, or with null of its removal. */
export function roleChangedMail(
  language: Language,
  { id, name: competition }: { id: number; name: string },
  role: Role | null,
): MailText {
  const values = { competition, role: say(m.role_name, { role: role ?? 'none' }, language) };
  return writeMail('role_changed', language, values, { topic: `role_changed ${id}` });
}

/** Notifies of a global permission that was granted or revoked. */
export function permissionChangedMail(language: Language, permission: GlobalPermission, isGiven: boolean): MailText {
  const values = { permission: say(m.permission_name, { permission }, language) };
  const words = isGiven ? 'permission_granted' : 'permission_revoked';
  return writeMail(words, language, values, { topic: `permission_changed ${permission}` });
}

/** The changes to an account's second factors. */
export type FactorChange = Parameters<typeof m.factor_change>[0]['change'];

/** Notifies of a second factor that was added, removed or used up. */
export const factorChangedMail = (language: Language, change: FactorChange) =>
  writeMail('factor_changed', language, {
    change: say(m.factor_change, { change }, language),
  });

/** Notifies of the deletion of the account. */
export const accountDeletedMail = (language: Language) => writeMail('account_deleted', language);

/** Notifies a super administrator of an alarm that was raised, is still active, or is over. */
export function alarmMail(
  language: Language,
  state: 'raised' | 'standing' | 'cleared',
  alarm: Pick<Alarm, 'kind' | 'value'>,
  url: string,
): MailText {
  const words = describeAlarm(alarm, language);
  const values = { ...words, fault: words.what.replace(/\.$/, '') };
  return writeMail(`alarm_${state}`, language, values, { url: `${url}/admin/alarms` });
}

/** A mail about an entry form and its riders. */
export interface EntryMail {
  kind: 'confirm' | 'link' | 'place' | 'accepted' | 'refused';
  competition: string;
  url: string;
  riders: readonly { id: number; first_name: string; last_name: string }[];
}

const decidedTopic = 'entry_decided';

/** Lists the entries that a notice names, by its topic. */
export function entriesOfTopic(topic: string): number[] {
  const [kind, , ids = ''] = topic.split(' ');
  return kind === decidedTopic ? ids.split(',').map(Number) : [];
}

/**
 * Notifies the sender of an entry form, in the language in which it was sent; a later decision about the same riders
 * replaces a collected one. Anybody can trigger the mail that asks for a confirmation, so it contains no text of theirs.
 */
export function entryMail(language: Language, formId: number, mail: EntryMail): MailText {
  const { kind, competition, url, riders } = mail;
  const isDecision = kind !== 'confirm' && kind !== 'link';
  const topic = `${decidedTopic} ${formId} ${riders.map(({ id }) => id).join()}`;
  const names = riders.map(fullName).join(', ');
  return writeMail(
    `entry_${kind}`,
    language,
    { competition, names, count: riders.length },
    { url, ...(isDecision && { topic }) },
  );
}

/** Formats a mail as text and as HTML. */
function writeMail(
  mail: MailWords,
  language: Language,
  values: Values = {},
  { url, secret, topic }: Main = {},
): MailText {
  const inputs = { ...values, mail };
  const lines = paragraphsOf(say(m.mail_lines, inputs, language));
  const after = paragraphsOf(say(m.mail_after, inputs, language));
  const middle = url ?? secret;
  const shown = middle && escapeHtml(middle);
  const label = escapeHtml(say(m.mail_link, inputs, language));
  const html = [
    ...lines.map(escapeHtml),
    ...(url ? [`<a href="${shown}">${label}</a>`] : []),
    ...(secret ? [`<span style="font:700 1.25em monospace">${shown}</span>`] : []),
    ...after.map(escapeHtml),
    'Dossard',
  ];
  return {
    ...(topic && { topic }),
    subject: say(m.mail_subject, inputs, language),
    text: [...lines, ...(middle ? [middle] : []), ...after, 'Dossard'].join('\n\n'),
    html: html.map((paragraph) => `<p>${paragraph}</p>`).join('\n'),
  };
}

const paragraphsOf = (text: string) => text.split('\n').filter((line) => line !== '');
