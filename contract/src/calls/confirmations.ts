import * as z from 'zod/mini';
import type { GlobalPermission } from '../access/permissions.ts';
import { fillWords, type Language, type Words } from '../language/language.ts';

/** The answer of a call that has nothing to say but that it was done. */
export const messageSchema = z.object({ message: z.string() });

/** What calls say when they were done, in the language that the request asks for. */
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

/** The answer that says so, in one language. */
export function confirm(
  confirmation: Confirmation,
  language: Language,
  values: Readonly<Record<string, string | number>> = {},
): { message: string } {
  return { message: fillWords(confirmations[confirmation], language, values) };
}

/** What global permissions are called in a sentence. */
export const permissionWords = {
  super_admin: { fr: 'super administrateur', en: 'super administrator' },
  create_competition: { fr: 'créer des compétitions', en: 'create competitions' },
  manage_users: { fr: 'gérer les mots de passe', en: 'manage passwords' },
} as const satisfies Record<GlobalPermission, Words>;
