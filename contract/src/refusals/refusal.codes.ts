import type { Words } from '../language/language.ts';
import { relationRefusals } from './relation.refusals.ts';

/*
 * All refusals: HTTP status and sentence, shared by server and web. The English of 401, 403, 404 and 500 is the text
 * that the screens show for these statuses (S11).
 */
export const refusals = {
  invalid_request: {
    status: 400,
    words: { fr: 'Veuillez corriger ce qui est signalé.', en: 'Please correct what is marked.' },
  },
  wrong_current_password: {
    status: 400,
    words: { fr: 'Le mot de passe actuel est incorrect.', en: 'The current password is wrong.' },
  },
  wrong_code: {
    status: 400,
    words: {
      fr: 'Ce code est incorrect ou a déjà servi. Attendez le suivant, ou saisissez un code de secours.',
      en: 'This code is wrong or was used already. Wait for the next one, or enter a recovery code.',
    },
  },
  wrong_passkey: {
    status: 400,
    words: {
      fr: 'Cette clé d’accès n’a pas été reconnue. Réessayez, ou choisissez un autre moyen.',
      en: 'This passkey was not recognised. Try again, or choose another way.',
    },
  },
  wrong_password_for_known_account: {
    status: 400,
    words: {
      fr: 'Cette adresse a déjà un compte : saisissez son mot de passe, ou connectez-vous d’abord.',
      en: 'This address already has an account: enter its password, or sign in first.',
    },
  },
  invalid_token: {
    status: 400,
    words: {
      fr: 'Ce lien a expiré ou n’est pas valable.',
      en: 'This link has expired or is not valid.',
    },
  },
  not_authenticated: {
    status: 401,
    words: {
      fr: 'Session expirée ou identifiants incorrects. Veuillez vous reconnecter.',
      en: 'Session expired or invalid credentials. Please login again.',
    },
  },
  invalid_credentials: {
    status: 401,
    words: { fr: 'Adresse e-mail ou mot de passe incorrect.', en: 'Invalid credentials: wrong email or password.' },
  },
  forbidden: {
    status: 403,
    words: {
      fr: 'Vous n’avez pas le droit d’accéder à cette page.',
      en: 'You do not have permission to access this area.',
    },
  },
  email_not_verified: {
    status: 403,
    words: { fr: 'Cette adresse e-mail n’est pas encore vérifiée.', en: 'Email not verified.' },
  },
  second_factor_required: {
    status: 403,
    words: {
      fr: 'Ce compte demande un deuxième facteur.',
      en: 'This account asks for a second factor.',
    },
  },
  factor_setup_required: {
    status: 403,
    words: {
      fr: 'Configurez d’abord un deuxième facteur pour votre compte.',
      en: 'Set up a second factor for your account first.',
    },
  },
  proof_required: {
    status: 403,
    words: {
      fr: 'Montrez d’abord que c’est bien vous.',
      en: 'Show first that it is you.',
    },
  },
  competition_creation_not_allowed: {
    status: 403,
    words: {
      fr: 'Votre compte ne permet pas de créer une compétition. Écrivez-nous pour obtenir ce droit.',
      en: 'Your account cannot create competitions. Write to us to get this right.',
    },
  },
  cross_site_request: {
    status: 403,
    words: { fr: 'Cette demande vient d’un autre site.', en: 'This request comes from another site.' },
  },
  not_found: {
    status: 404,
    words: { fr: 'Cette ressource est introuvable.', en: 'The requested resource was not found.' },
  },
  session_not_found: {
    status: 404,
    words: { fr: 'Cette session est déjà fermée.', en: 'This session has ended already.' },
  },
  factor_not_found: {
    status: 404,
    words: { fr: 'Ce compte n’a pas ce deuxième facteur.', en: 'This account does not have this second factor.' },
  },
  competition_not_found: { status: 404, words: { fr: 'Compétition introuvable', en: 'Competition not found' } },
  reset_undone: { status: 409, words: { fr: 'Remise à zéro déjà annulée.', en: 'This reset is undone already.' } },
  reset_copy_gone: { status: 409, words: { fr: 'Copie perdue ou abîmée.', en: 'The copy is lost or damaged.' } },
  reset_version: {
    status: 409,
    words: { fr: 'Dossard a changé depuis : restaurez la sauvegarde.', en: 'Dossard was updated: restore the backup.' },
  },
  zone_not_found: { status: 404, words: { fr: 'Zone introuvable', en: 'Zone not found' } },
  graduation_not_found: { status: 404, words: { fr: 'Barème introuvable', en: 'Graduation not found' } },
  participant_not_found: {
    status: 404,
    words: { fr: 'Aucun participant ne porte ce dossard.', en: 'No participant has this bib number.' },
  },
  run_not_found: { status: 404, words: { fr: 'Passage introuvable', en: 'Run not found' } },
  user_not_found: { status: 404, words: { fr: 'Utilisateur introuvable', en: 'User not found' } },
  invitation_not_found: {
    status: 404,
    words: { fr: 'Cette invitation n’est plus en attente.', en: 'This invitation is no longer pending.' },
  },
  notice_not_found: {
    status: 404,
    words: { fr: 'Cette consigne a déjà été retirée.', en: 'This notice has already been withdrawn.' },
  },
  list_not_found: {
    status: 404,
    words: { fr: 'Aucune liste officielle ne correspond.', en: 'No official list matches.' },
  },
  complaint_not_found: { status: 404, words: { fr: 'Réclamation introuvable', en: 'Complaint not found' } },
  series_not_found: {
    status: 404,
    words: { fr: 'Trophée introuvable ou non public', en: 'Series not found or not public' },
  },
  tie_not_found: {
    status: 404,
    words: { fr: 'Le jury n’a rien décidé pour ce pilote.', en: 'The jury has decided nothing about this rider.' },
  },
  audit_entry_not_found: {
    status: 404,
    words: { fr: 'Entrée de l’historique introuvable', en: 'Entry of the history not found' },
  },
  dossard_taken: {
    status: 409,
    words: { fr: 'Le dossard {dossard} est déjà pris.', en: 'Bib number {dossard} is already taken.' },
  },
  graduation_exists: {
    status: 409,
    words: { fr: 'Le barème « {graduation} » existe déjà', en: 'Graduation "{graduation}" already exists' },
  },
  graduation_has_runs: {
    status: 409,
    words: {
      fr: 'Des passages utilisent ce barème ({runs}) : il garde sa catégorie et son genre, et ne peut pas être supprimé.',
      en: 'Runs use this graduation ({runs}): it keeps its category and gender and cannot be deleted.',
    },
  },
  last_graduation: {
    status: 409,
    words: { fr: 'Une zone garde au moins un barème.', en: 'A zone keeps at least one graduation.' },
  },
  zone_has_runs: {
    status: 409,
    words: {
      fr: 'Cette zone a des passages ({runs}) : elle ne peut pas être supprimée.',
      en: 'This zone has runs ({runs}): it cannot be deleted.',
    },
  },
  submission_conflict: {
    status: 409,
    words: {
      fr: 'Cet envoi a déjà été reçu avec un autre contenu. Vérifiez le passage.',
      en: 'This submission was already received with other content. Check the run.',
    },
  },
  edit_conflict: {
    status: 409,
    words: {
      fr: 'Quelqu’un a modifié ce passage entre-temps. Voici sa version actuelle.',
      en: 'Someone changed this run in the meantime. Here is its current version.',
    },
  },
  complaint_decided: {
    status: 409,
    words: {
      fr: 'Cette réclamation est déjà close : voyez la décision dans la liste.',
      en: 'This complaint is closed already: see the decision in the list.',
    },
  },
  ...relationRefusals,
  jury_not_chosen: {
    status: 409,
    words: {
      fr: 'Le jury ne départage pas dans cette compétition : choisissez-le d’abord dans les réglages.',
      en: 'The jury does not decide ties in this competition: choose it in the settings first.',
    },
  },
  not_tied: {
    status: 409,
    words: {
      fr: 'Ces pilotes ne sont pas à égalité jusqu’au bout.',
      en: 'These riders are not tied to the end.',
    },
  },
  tie_incomplete: {
    status: 409,
    words: {
      fr: 'D’autres pilotes sont à égalité avec eux (dossards {dossards}) : classez-les tous.',
      en: 'Other riders are tied with them (bibs {dossards}): put them all in order.',
    },
  },
  last_admin: {
    status: 409,
    words: {
      fr: 'C’est le dernier administrateur de la compétition. Nommez-en un autre d’abord.',
      en: 'This is the last admin of the competition. Appoint another one first.',
    },
  },
  last_admin_of: {
    status: 409,
    words: {
      fr: 'Ce compte est le seul administrateur de : {names}. Nommez-en un autre d’abord, ou supprimez ce qui ne sert plus.',
      en: 'This account is the only admin of: {names}. Appoint another one first, or delete what is no longer needed.',
    },
  },
  entry_not_found: {
    status: 404,
    words: { fr: 'Cette inscription est introuvable.', en: 'This entry was not found.' },
  },
  entries_closed: { status: 409, words: { fr: 'Les inscriptions sont closes.', en: 'Entries are closed.' } },
  entry_fixed: {
    status: 409,
    words: { fr: 'Ce pilote a déjà un dossard ou des passages.', en: 'This rider already has a bib or runs.' },
  },
  form_full: {
    status: 409,
    words: {
      fr: 'Un formulaire prend {most} pilotes au plus, pilotes retirés compris. Envoyez-en un autre pour les suivants.',
      en: 'A form takes at most {most} riders, including withdrawn ones. Send another form for the others.',
    },
  },
  group_not_open: { status: 422, words: { fr: 'Pas d’inscriptions pour {group}.', en: 'No entries for {group}.' } },
  competition_not_empty: {
    status: 409,
    words: {
      fr: 'Cette compétition a déjà des zones ou des pilotes : rien n’a été repris.',
      en: 'This competition already has zones or riders: nothing was taken over.',
    },
  },
  last_factor: {
    status: 409,
    words: {
      fr: 'Cette installation demande un deuxième facteur pour votre compte. Ajoutez-en un autre d’abord.',
      en: 'This installation demands a second factor for your account. Add another one first.',
    },
  },
  factor_needed_first: {
    status: 409,
    words: {
      fr: 'Configurez d’abord un deuxième facteur pour votre propre compte.',
      en: 'Set up a second factor for your own account first.',
    },
  },
  last_super_admin: {
    status: 409,
    words: {
      fr: 'C’est le dernier super administrateur. Nommez-en un autre d’abord.',
      en: 'This is the last super administrator. Appoint another one first.',
    },
  },
  not_restorable: {
    status: 409,
    words: { fr: 'Ce changement ne peut plus être annulé.', en: 'This change can no longer be undone.' },
  },
  file_too_large: { status: 413, words: { fr: 'Le fichier dépasse 10 Mo.', en: 'The file is larger than 10 MB.' } },
  unsupported_file: {
    status: 415,
    words: {
      fr: 'Ce fichier n’est pas un tableau lisible : csv, xlsx ou xls est attendu.',
      en: 'This file is not a readable sheet: csv, xlsx or xls is expected.',
    },
  },
  no_matching_graduation: {
    status: 422,
    words: {
      fr: 'Cette zone n’a pas de barème pour {graduation}.',
      en: 'This zone has no graduation for {graduation}.',
    },
  },
  reason_required: {
    status: 422,
    words: {
      fr: 'Le résultat de ce groupe est officiel : indiquez la raison.',
      en: 'The result of this group is official: give the reason.',
    },
  },
  import_rejected: {
    status: 422,
    words: {
      fr: 'Des lignes contiennent des erreurs ({rows}). Rien n’a été enregistré.',
      en: 'Some rows have errors ({rows}). Nothing was saved.',
    },
  },
  address_not_confirmed: {
    status: 403,
    words: {
      fr: 'Confirmez d’abord votre adresse e-mail : le lien est dans votre boîte.',
      en: 'Confirm your email address first: the link is in your mailbox.',
    },
  },
  too_many_requests: {
    status: 429,
    words: { fr: 'Trop de demandes. Patientez un instant.', en: 'Too many requests. Please wait a moment.' },
  },
  internal_error: {
    status: 500,
    words: {
      fr: 'Erreur interne du serveur. Réessayez plus tard ou contactez l’assistance.',
      en: 'Internal server error. Please try again later or contact support.',
    },
  },
  overloaded: {
    status: 503,
    words: {
      fr: 'Le serveur est momentanément indisponible. Réessayez plus tard.',
      en: 'The server is temporarily unavailable. Please try again later.',
    },
  },
} as const satisfies Record<string, { status: number; words: Words }>;

export type RefusalCode = keyof typeof refusals;
