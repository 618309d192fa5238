import type { InvitedRole } from '@dossard/contract/invitations/invitation.schema.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { escapeHtml } from '../tools/html.ts';

/* All mails of the product, in the language of the recipient's account: a subject and short paragraphs. */

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface Letter {
  subject: string;
  lines: readonly string[];
  /** The main content, on its own line: a link with its label, or a password. */
  link?: { url: string; words: string };
  secret?: string;
  after?: readonly string[];
}

/** Asks the owner of an address to confirm it; the link is valid for 24 hours. */
export function verificationMail(language: Language, url: string): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Confirmez votre adresse e-mail',
          lines: ['Bienvenue sur Dossard. Confirmez votre adresse pour activer votre compte.'],
          link: { url, words: 'Confirmer mon adresse' },
          after: [
            'Ce lien est valable 24 heures. Il active le mot de passe choisi lors de cette inscription.',
            'Si vous n’avez rien demandé, n’ouvrez pas ce lien.',
          ],
        }
      : {
          subject: 'Confirm your email address',
          lines: ['Welcome to Dossard. Confirm your address to activate your account.'],
          link: { url, words: 'Confirm my address' },
          after: [
            'This link is valid for 24 hours. It activates the password chosen at that registration.',
            'If you did not ask for it, do not open this link.',
          ],
        },
  );
}

/** Notifies the owner of a known address that somebody tried to register it again. */
export function alreadyRegisteredMail(language: Language, url: string): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Vous avez déjà un compte',
          lines: ['Une inscription vient d’être demandée avec votre adresse, qui a déjà un compte.'],
          link: { url, words: 'Se connecter' },
          after: ['Si ce n’était pas vous, il n’y a rien à faire\u00a0: rien n’a changé.'],
        }
      : {
          subject: 'You already have an account',
          lines: ['Somebody just asked to register with your address, which already has an account.'],
          link: { url, words: 'Sign in' },
          after: ['If it was not you, there is nothing to do: nothing has changed.'],
        },
  );
}

/** Invites the owner of an address to administer a series (T12); they accept it on their list of series. */
export function seriesInvitationMail(
  language: Language,
  { series, by, url }: { series: string; by: string; url: string },
): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: `Administrer le trophée ${series}`,
          lines: [`${by} vous propose d’administrer le trophée ${series}.`],
          link: { url, words: 'Voir la proposition' },
          after: [
            'Connectez-vous avec cette adresse pour accepter ou refuser, dans les 7 jours. Sans compte, inscrivez-vous d’abord avec elle.',
            'Si vous ne faites rien, rien ne change.',
          ],
        }
      : {
          subject: `Administer the series ${series}`,
          lines: [`${by} invites you to administer the series ${series}.`],
          link: { url, words: 'See the invitation' },
          after: [
            'Sign in with this address to accept or decline within 7 days. Without an account, register with it first.',
            'If you do nothing, nothing changes.',
          ],
        },
  );
}

/** Sends a generated password, valid for one hour; the former one works until this one is used. */
export function newPasswordMail(language: Language, password: string): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Votre nouveau mot de passe',
          lines: ['Voici un nouveau mot de passe pour votre compte Dossard\u00a0:'],
          secret: password,
          after: [
            'Il est valable une heure. Votre mot de passe actuel reste valable tant que vous n’utilisez pas celui-ci.',
            'Si vous n’avez rien demandé, ignorez ce message.',
          ],
        }
      : {
          subject: 'Your new password',
          lines: ['Here is a new password for your Dossard account:'],
          secret: password,
          after: [
            'It is valid for one hour. Your current password keeps working until you use this one.',
            'If you did not ask for it, ignore this message.',
          ],
        },
  );
}

/** Invites a referee to a competition; the link is valid for 7 days and one account. */
export function invitationMail(
  language: Language,
  { competition, role, url }: { competition: string; role: InvitedRole; url: string },
): MailText {
  const { subject, line } = invitedTo[role][language];
  return writeLetter(
    language === 'fr'
      ? {
          subject: `${subject}\u00a0: ${competition}`,
          lines: [`${line} «\u00a0${competition}\u00a0».`],
          link: { url, words: 'Accepter l’invitation' },
          after: ['Ce lien est personnel et valable 7 jours.'],
        }
      : {
          subject: `${subject}: ${competition}`,
          lines: [`${line} “${competition}”.`],
          link: { url, words: 'Accept the invitation' },
          after: ['This link is personal and valid for 7 days.'],
        },
  );
}

/** What each role is invited to do. */
const invitedTo: Record<InvitedRole, Record<Language, { subject: string; line: string }>> = {
  referee: {
    fr: { subject: 'Juger', line: 'Vous êtes invité à juger' },
    en: { subject: 'Refereeing', line: 'You are invited to referee' },
  },
  editor: {
    fr: { subject: 'Corriger les passages', line: 'Vous êtes invité à corriger les passages de' },
    en: { subject: 'Editing runs', line: 'You are invited to edit the runs of' },
  },
  admin: {
    fr: { subject: 'Administrer', line: 'Vous êtes invité à administrer' },
    en: { subject: 'Administration', line: 'You are invited to administer' },
  },
};

/** Formats a letter as text and as HTML. */
export function writeLetter({ subject, lines, link, secret, after = [] }: Letter): MailText {
  const middle = link?.url ?? secret;
  const text = [...lines, ...(middle ? [middle] : []), ...after, 'Dossard'].join('\n\n');
  const paragraphs = [
    ...lines.map(paragraph),
    ...(link ? [`<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.words)}</a></p>`] : []),
    ...(secret ? [`<p style="font:700 1.25em monospace">${escapeHtml(secret)}</p>`] : []),
    ...after.map(paragraph),
    '<p>Dossard</p>',
  ];
  return { subject, text, html: paragraphs.join('\n') };
}

const paragraph = (line: string) => `<p>${escapeHtml(line)}</p>`;
