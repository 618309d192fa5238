import * as z from 'zod/mini';
import type { GlobalPermission } from '../access/permissions.ts';
import { fillWords, type Language, type Words } from '../language/language.ts';

/** The answer of a call that only confirms its success. */
export const messageSchema = z.object({ message: z.string() });

/** The confirmations of calls, in the language of the request. */
export const confirmations = {
  registered: {
    fr: 'Consultez votre messagerie : un lien vous y attend pour confirmer votre adresse.',
    en: 'Check your email: a link to confirm your address is on its way.',
  },
  verification_sent: { fr: 'E-mail de vérification envoyé.', en: 'Verification email sent successfully!' },
  email_verified: { fr: 'Votre adresse est vérifiée.', en: 'Your email address is verified.' },
  password_sent: {
    fr: 'Si cette adresse a un compte, un nouveau mot de passe vient de lui être envoyé.',
    en: 'If this address has an account, a new password was just sent to it.',
  },
  password_changed: { fr: 'Votre mot de passe a été changé.', en: 'Your password was changed.' },
  invitation_sent: { fr: 'L’invitation a été envoyée.', en: 'The invitation was sent.' },
  password_updated: {
    fr: 'Le mot de passe de {email} a été changé.',
    en: 'The password of {email} was changed.',
  },
  permission_granted: {
    fr: '{email} a maintenant ce droit : {permission}.',
    en: '{email} now has this permission: {permission}.',
  },
  permission_revoked: {
    fr: '{email} n’a plus ce droit : {permission}.',
    en: '{email} no longer has this permission: {permission}.',
  },
  reset_undone: {
    fr: 'La remise à zéro est annulée. Les comptes rétablis devront se reconnecter.',
    en: 'The reset was undone. Accounts that came back have to sign in again.',
  },
  system_reset: {
    fr: 'Tout a été effacé, sauf les super administrateurs. Sauvegarde : {backup}',
    en: 'Everything was erased except the super administrators. Backup: {backup}',
  },
} as const satisfies Record<string, Words>;

export type Confirmation = keyof typeof confirmations;

/** Returns a confirmation in one language. */
export function confirm(
  confirmation: Confirmation,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): { message: string } {
  return { message: fillWords(confirmations[confirmation], language, values) };
}

/** The names of global permissions within a sentence. */
export const permissionWords = {
  super_admin: { fr: 'super administrateur', en: 'super administrator' },
  create_competition: { fr: 'créer des compétitions', en: 'create competitions' },
  manage_users: { fr: 'gérer les mots de passe', en: 'manage passwords' },
} as const satisfies Record<GlobalPermission, Words>;
