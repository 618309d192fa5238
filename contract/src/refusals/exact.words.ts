import type { Words } from '../language/language.ts';

/** More specific sentences for a code, named after their situation. */
export const exactWords = {
  changed_meanwhile: {
    fr: 'Quelqu’un a fait une modification entre-temps. Rien n’a été enregistré.',
    en: 'Someone made a change in the meantime. Nothing was saved.',
  },
  unreadable_json: { fr: 'La demande est illisible.', en: 'The request cannot be read.' },
  invalid_competition_id: { fr: 'Numéro de compétition incorrect', en: 'Invalid competition ID' },
  invalid_dossard: { fr: 'Numéro de compétition ou dossard incorrect', en: 'Invalid competition ID or dossard' },
  competition_not_public: {
    fr: 'Compétition introuvable ou non publique',
    en: 'Competition not found or not public',
  },
  body_too_large: { fr: 'La demande est trop volumineuse.', en: 'The request is too large.' },
  unsupported_content: {
    fr: 'Ce format de demande n’est pas accepté.',
    en: 'This content type is not accepted.',
  },
  no_file: { fr: 'Veuillez choisir un fichier.', en: 'Please select a file.' },
  key_of_other_request: {
    fr: 'Cette clé d’envoi a déjà servi à une autre demande.',
    en: 'This idempotency key was already used for another request.',
  },
  invalid_idempotency_key: {
    fr: 'La clé d’envoi compte 1 à 100 lettres, chiffres, points, tirets.',
    en: 'The idempotency key has 1 to 100 letters, digits, dots, dashes.',
  },
  reset_not_confirmed: {
    fr: 'La remise à zéro n’a pas été confirmée depuis la page d’administration.',
    en: 'The reset was not confirmed from the administration page.',
  },
  already_so: {
    fr: 'Il n’y a plus rien à annuler ici.',
    en: 'There is nothing left to undo here.',
  },
  changed_since: {
    fr: 'Ces données ont été modifiées depuis : annulez d’abord la modification la plus récente.',
    en: 'This was changed since: undo the latest change first.',
  },
  riders_have_runs: {
    fr: 'Des pilotes ajoutés par cet import ont déjà des passages ({runs}) : il ne peut plus être annulé en entier.',
    en: 'Riders that this import added already have runs ({runs}): it can no longer be undone as a whole.',
  },
  zone_is_gone: {
    fr: 'La zone a été supprimée depuis : rétablissez-la d’abord.',
    en: 'The zone was deleted since: restore it first.',
  },
  sign_in_with_factor: {
    fr: 'Cette adresse a déjà un compte, avec un deuxième facteur : connectez-vous d’abord.',
    en: 'This address already has an account, with a second factor: sign in first.',
  },
  account_is_gone: {
    fr: 'Ce compte a été supprimé.',
    en: 'This account was deleted.',
  },
  rider_is_gone: {
    fr: 'Ce pilote n’est plus inscrit sous ce dossard : rétablissez-le d’abord.',
    en: 'This rider is no longer entered under this bib number: restore them first.',
  },
  result_stands: {
    fr: 'Un résultat, une décision du jury ou une manche se change sur sa propre page, pas ici.',
    en: 'A result, a decision of the jury or a round is changed on its own page, not here.',
  },
  group_is_used: {
    fr: 'Un barème de cette catégorie et de ce genre existe déjà, ou des passages l’utilisent.',
    en: 'A graduation for this category and gender already exists, or runs use it.',
  },
  too_many_rows: {
    fr: 'Ce fichier contient trop de données : {maximum} lignes au plus.',
    en: 'This file has too much data: {maximum} rows at most.',
  },
  file_not_understood: {
    fr: 'Ce fichier ne peut pas être importé tel quel. Rien n’a été enregistré.',
    en: 'This file cannot be imported as it is. Nothing was saved.',
  },
} as const satisfies Record<string, Words>;

export type ExactWords = keyof typeof exactWords;
