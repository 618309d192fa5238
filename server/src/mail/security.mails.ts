import type { GlobalPermission, Role } from '@dossard/contract/access/permissions.ts';
import { permissionWords } from '@dossard/contract/calls/confirmations.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import type { SessionPlace } from '../access/session.store.ts';
import { type MailText, writeLetter } from './mail.texts.ts';

/* Mails that notify the owner of an account of changes to it (S14), so that they notice changes by others. */

/** Notifies of a sign-in on a browser that is new for the account; `url` lists its sessions. */
export function newDeviceMail(language: Language, { device, network }: SessionPlace, url: string): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Nouvelle connexion à votre compte',
          lines: [
            `Votre compte Dossard vient d’être ouvert sur un appareil inconnu\u00a0: ${device || 'navigateur inconnu'}, réseau ${network}.`,
          ],
          link: { url, words: 'Voir mes sessions' },
          after: ['Si ce n’était pas vous, fermez cette session et changez votre mot de passe.'],
        }
      : {
          subject: 'New sign-in to your account',
          lines: [
            `Your Dossard account was just opened on an unknown device: ${device || 'unknown browser'}, network ${network}.`,
          ],
          link: { url, words: 'See my sessions' },
          after: ['If it was not you, end that session and change your password.'],
        },
  );
}

/** Notifies of a changed password. */
export function passwordChangedMail(language: Language): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Votre mot de passe a été changé',
          lines: ['Le mot de passe de votre compte Dossard vient d’être changé.'],
          after: [
            'Si c’était vous, il n’y a rien à faire. Sinon, demandez un nouveau mot de passe sur la page de connexion.',
          ],
        }
      : {
          subject: 'Your password was changed',
          lines: ['The password of your Dossard account was just changed.'],
          after: ['If it was you, there is nothing to do. If not, ask for a new password on the sign-in page.'],
        },
  );
}

const roleWords: Record<Role, Record<Language, string>> = {
  admin: { fr: 'administrateur', en: 'admin' },
  editor: { fr: 'éditeur', en: 'editor' },
  referee: { fr: 'juge', en: 'referee' },
  viewer: { fr: 'lecteur', en: 'viewer' },
};

const noRole = { fr: 'aucun', en: 'none' };

/** Notifies of a new role in a competition, or with null of its removal. */
export function roleChangedMail(language: Language, competition: string, role: Role | null): MailText {
  const word = role === null ? noRole[language] : roleWords[role][language];
  return writeLetter(
    language === 'fr'
      ? {
          subject: `Votre rôle a changé\u00a0: ${competition}`,
          lines: [`Votre rôle dans la compétition «\u00a0${competition}\u00a0» est maintenant\u00a0: ${word}.`],
        }
      : {
          subject: `Your role has changed: ${competition}`,
          lines: [`Your role in the competition “${competition}” is now: ${word}.`],
        },
  );
}

/** Notifies of a global permission that was granted or revoked. */
export function permissionChangedMail(language: Language, permission: GlobalPermission, isGiven: boolean): MailText {
  const word = permissionWords[permission][language];
  const line = isGiven
    ? {
        fr: `Votre compte Dossard a maintenant ce droit\u00a0: ${word}.`,
        en: `Your Dossard account now has this permission: ${word}.`,
      }
    : {
        fr: `Votre compte Dossard n’a plus ce droit\u00a0: ${word}.`,
        en: `Your Dossard account no longer has this permission: ${word}.`,
      };
  const subject = { fr: 'Les droits de votre compte ont changé', en: 'The permissions of your account have changed' };
  return writeLetter({ subject: subject[language], lines: [line[language]] });
}

const factorWords = {
  codes_added: {
    fr: 'Votre compte Dossard demande maintenant un code à usage unique à la connexion.',
    en: 'Your Dossard account now asks for a one-time code at sign-in.',
  },
  codes_removed: {
    fr: 'Votre compte Dossard ne demande plus de code à usage unique.',
    en: 'Your Dossard account no longer asks for one-time codes.',
  },
  passkey_added: {
    fr: 'Une clé d’accès vient d’être ajoutée à votre compte Dossard.',
    en: 'A passkey was just added to your Dossard account.',
  },
  passkey_removed: {
    fr: 'Une clé d’accès vient d’être retirée de votre compte Dossard.',
    en: 'A passkey was just removed from your Dossard account.',
  },
  recovery_codes_made: {
    fr: 'De nouveaux codes de secours viennent d’être créés pour votre compte Dossard. Les anciens ne valent plus.',
    en: 'New recovery codes were just made for your Dossard account. The former ones no longer work.',
  },
  recovery_code_used: {
    fr: 'Un code de secours vient de servir pour votre compte Dossard. Il ne vaut plus.',
    en: 'A recovery code was just used for your Dossard account. It no longer works.',
  },
  all_removed: {
    fr: 'Un administrateur a retiré tous les deuxièmes facteurs de votre compte Dossard. Le mot de passe seul suffit maintenant.',
    en: 'An administrator has removed all second factors from your Dossard account. The password alone is now enough.',
  },
  codes_lost: {
    fr: 'Dossard a été rétabli d’une sauvegarde, qui ne contient pas vos codes à usage unique. Configurez-les à nouveau.',
    en: 'Dossard was restored from a backup, which does not hold your one-time codes. Set them up again.',
  },
} as const;

/** The changes to an account's second factors. */
export type FactorChange = keyof typeof factorWords;

/** Notifies of a second factor that was added, removed or used up. */
export function factorChangedMail(language: Language, change: FactorChange): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Le deuxième facteur de votre compte',
          lines: [factorWords[change].fr],
          after: [
            'Si c’était vous, il n’y a rien à faire. Sinon, changez votre mot de passe et prévenez l’administrateur.',
          ],
        }
      : {
          subject: 'The second factor of your account',
          lines: [factorWords[change].en],
          after: ['If it was you, there is nothing to do. If not, change your password and warn the administrator.'],
        },
  );
}

/** Notifies of the deletion of the account. */
export function accountDeletedMail(language: Language): MailText {
  return writeLetter(
    language === 'fr'
      ? {
          subject: 'Votre compte a été supprimé',
          lines: ['Votre compte Dossard a été supprimé, avec ses rôles et ses sessions.'],
          after: ['Les passages que vous avez enregistrés restent dans les résultats.'],
        }
      : {
          subject: 'Your account was deleted',
          lines: ['Your Dossard account was deleted, with its roles and its sessions.'],
          after: ['The runs that you recorded stay in the results.'],
        },
  );
}
