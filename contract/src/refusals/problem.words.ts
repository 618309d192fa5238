import { fillWords, type Language, type Values, type Words } from '../language/language.ts';
import { fieldWords } from './field.words.ts';

/*
 * A problem is one fault in one field of the input: a code and a path. The messages are defined once, for the server's
 * answers and for the forms of the web.
 */
export const problemWords = {
  required: { fr: 'Veuillez renseigner {field}.', en: '{Field} is required.' },
  too_short: {
    fr: '{Field} doit compter au moins {minimum} caractères.',
    en: '{Field} must be at least {minimum} characters long.',
  },
  too_long: {
    fr: '{Field} ne peut pas dépasser {maximum} caractères.',
    en: '{Field} cannot be longer than {maximum} characters.',
  },
  too_few: {
    fr: 'Indiquez au moins {minimum} élément(s) pour {field}.',
    en: 'Enter at least {minimum} in the {field}.',
  },
  too_many: {
    fr: 'Indiquez au plus {maximum} éléments pour {field}.',
    en: 'Enter at most {maximum} in the {field}.',
  },
  too_small: {
    fr: 'Indiquez au moins {minimum} pour {field}.',
    en: '{Field} must be at least {minimum}.',
  },
  too_big: {
    fr: 'Indiquez au plus {maximum} pour {field}.',
    en: '{Field} must be at most {maximum}.',
  },
  not_text: {
    fr: 'Écrivez un texte pour {field}.',
    en: '{Field} must be text.',
  },
  not_a_number: {
    fr: 'Écrivez un nombre pour {field}.',
    en: '{Field} must be a number.',
  },
  not_an_integer: {
    fr: 'Écrivez un nombre entier pour {field}.',
    en: '{Field} must be a whole number.',
  },
  not_yes_or_no: {
    fr: 'Répondez par oui ou par non pour {field}.',
    en: '{Field} must be true or false.',
  },
  not_hundredths: {
    fr: 'Écrivez {field} avec deux décimales au plus.',
    en: 'Enter the {field} with at most two decimals.',
  },
  invalid_choice: {
    fr: 'Choisissez {field} parmi ce qui est proposé.',
    en: 'Please choose the {field} from the list.',
  },
  invalid_date: {
    fr: 'Indiquez une date complète, comme 2027-06-12.',
    en: 'Please enter a full date, such as 2027-06-12.',
  },
  invalid_time: {
    fr: 'Indiquez une date et une heure, comme 2027-06-12T14:30:00Z.',
    en: 'Please enter a date and time, such as 2027-06-12T14:30:00Z.',
  },
  invalid_sha256: {
    fr: 'Une empreinte SHA-256 compte 64 chiffres et lettres de a à f.',
    en: 'A SHA-256 has 64 digits and letters from a to f.',
  },
  invalid_web_address: {
    fr: 'Écrivez une adresse entière, comme https://exemple.fr.',
    en: 'Write a whole address, such as https://example.org.',
  },
  invalid_email: { fr: 'Cette adresse e-mail n’est pas valable.', en: 'Please enter a valid email address.' },
  invalid_submission_id: {
    fr: 'L’identifiant d’envoi compte de 1 à 100 lettres, chiffres, points ou tirets.',
    en: 'The submission id has 1 to 100 letters, digits, dots or dashes.',
  },
  invalid: {
    fr: 'Cette valeur n’est pas acceptée pour {field}.',
    en: 'This value is not accepted for {field}.',
  },
  invalid_phone_id: {
    fr: 'L’identifiant du téléphone compte de 1 à 64 lettres, chiffres, points ou tirets.',
    en: 'The phone id has 1 to 64 letters, digits, dots or dashes.',
  },
  other_competition: {
    fr: 'Ces passages sont ceux d’une autre compétition.',
    en: 'These runs belong to another competition.',
  },
  unreadable_character: {
    fr: 'Un caractère est illisible : retapez {field}.',
    en: 'A character cannot be read: please type the {field} again.',
  },
  weak_password: {
    fr: 'Le mot de passe doit compter au moins 8 caractères, dont une majuscule, une minuscule et un chiffre.',
    en: 'The password needs at least 8 characters, with one uppercase letter, one lowercase letter and one digit.',
  },
  common_password: {
    fr: 'Ce mot de passe est trop courant. Choisissez-en un plus difficile à deviner.',
    en: 'This password is too common. Choose one that is harder to guess.',
  },
  same_password: {
    fr: 'Le nouveau mot de passe doit être différent de l’actuel.',
    en: 'New password must be different from current password.',
  },
  confirmation_differs: {
    fr: 'Le nouveau mot de passe et sa confirmation sont différents.',
    en: 'New password and confirmation do not match.',
  },
  graduation_exists: { fr: 'Le barème « {value} » existe déjà', en: 'Graduation "{value}" already exists' },
  dossard_invalid: {
    fr: 'Le dossard doit être un nombre entier à partir de 1, et non « {value} ».',
    en: 'The bib number must be a whole number from 1, not “{value}”.',
  },
  dossard_doubled: {
    fr: 'Le dossard {value} est déjà à la ligne {other_row}.',
    en: 'Bib number {value} is already on row {other_row}.',
  },
  dossard_taken: {
    fr: 'Le dossard {value} est déjà celui de {holder}.',
    en: 'Bib number {value} already belongs to {holder}.',
  },
  group_doubled: {
    fr: 'Un groupe n’a qu’un barème : ne l’indiquez qu’une fois.',
    en: 'A group has one table of points: enter it only once.',
  },
  group_renamed: {
    fr: 'Une catégorie renommée n’a pas de barème à elle : donnez-le à celle qui la remplace.',
    en: 'A renamed category has no table of its own: give it to the one that replaces it.',
  },
  gender_unknown: {
    fr: 'Le genre « {value} » n’est pas reconnu : écrivez H ou F.',
    en: 'Gender “{value}” is not recognized: write H or F.',
  },
  garbled_text: {
    fr: '« {value} » contient des lettres abîmées : enregistrez le fichier en UTF-8 ou en xlsx.',
    en: '“{value}” has damaged letters: save the file as UTF-8 or xlsx.',
  },
  column_missing: {
    fr: 'Ce fichier n’a pas de colonne pour {field}.',
    en: 'This file has no column for the {field}.',
  },
  no_rows: {
    fr: 'Ce fichier ne contient aucun participant.',
    en: 'This file contains no participants.',
  },
  too_many_rows: {
    fr: 'Ce fichier contient trop de données : {maximum} lignes au plus.',
    en: 'This file has too much data: {maximum} rows at most.',
  },
  column_doubled: {
    fr: 'Deux colonnes donnent {field} : « {other} » et « {value} ». Gardez-en une seule.',
    en: 'Two columns give the {field}: “{other}” and “{value}”. Keep only one.',
  },
  line_break: {
    fr: 'Enlevez le retour à la ligne dans {field}.',
    en: 'Remove the line break in the {field}.',
  },
  misplaced_quotes: {
    fr: 'Des guillemets sont mal placés : le fichier n’a pas été lu à partir de cette ligne.',
    en: 'Quotes are misplaced: the file was not read from this row on.',
  },
} as const satisfies Record<string, Words>;

export type ProblemCode = keyof typeof problemWords;

const doorPoints = {
  fr: 'Les points d’une porte sont un nombre entier de 0 à 10 000.',
  en: 'The points of a door are a whole number from 0 to 10,000.',
};
const bibNumber = {
  fr: 'Le dossard est un nombre entier à partir de 1.',
  en: 'The bib number is a whole number from 1.',
};

/**
 * Messages for one field and code that replace the general one: fixed texts of forms, or better wording. Numbered fields
 * (`points_door1`…) share an entry.
 */
const wordsOfField: Partial<Record<string, Words>> = {
  'points_door required': { fr: 'Indiquez {field}.', en: 'Please enter the {field}.' },
  'points_door not_a_number': doorPoints,
  'points_door not_an_integer': doorPoints,
  'points_door too_small': doorPoints,
  'points_door too_big': doorPoints,
  'dossard_number not_a_number': bibNumber,
  'dossard_number not_an_integer': bibNumber,
  'dossard_number too_small': bibNumber,
  'chrono_sec not_a_number': {
    fr: 'Écrivez le chrono en minutes et secondes, comme 1:23,27, ou en secondes.',
    en: 'Enter the time in minutes and seconds, such as 1:23.27, or in seconds.',
  },
  'chrono_sec too_small': { fr: 'Le chrono ne peut pas être négatif.', en: 'The time cannot be negative.' },
  'penality too_small': { fr: 'Les pénalités ne peuvent pas être négatives.', en: 'Penalties cannot be negative.' },
  'graduations too_few': {
    fr: 'Ajoutez au moins un barème à la zone.',
    en: 'Add at least one graduation to the zone.',
  },
  'graduations too_many': {
    fr: 'Une zone a au plus {maximum} barèmes.',
    en: 'A zone has at most {maximum} graduations.',
  },
  'email required': { fr: 'Veuillez saisir votre adresse e-mail.', en: 'Please enter your email address.' },
  'current_password required': {
    fr: 'Veuillez saisir votre mot de passe actuel.',
    en: 'Please enter your current password.',
  },
  'new_password required': {
    fr: 'Veuillez saisir un nouveau mot de passe.',
    en: 'Please enter a new password.',
  },
  'user_email required': {
    fr: 'L’adresse e-mail de l’utilisateur est obligatoire',
    en: 'User email is required',
  },
};

export interface Problem {
  /** Path of the field in the input, joined by dots: `graduations.0.category`. */
  path: string;
  code: ProblemCode;
  /** 1-based line of an imported sheet, heading included. */
  row?: number;
  /** Heading of the sheet's column, else its letter. */
  column?: string;
  /** Values in the message: `minimum`, `value`… */
  values?: Values;
}

/** Formats a problem in one language, with the name of its field. */
export function formatProblem(problem: Problem, language: Language): string {
  const name =
    problem.path
      .split('.')
      .reverse()
      .find((part) => !/^\d+$/.test(part)) ?? '';
  const field = fieldWords[name as keyof typeof fieldWords]?.[language] ?? name;
  const Field = field.charAt(0).toLocaleUpperCase(language) + field.slice(1);
  const words =
    wordsOfField[`${name} ${problem.code}`] ??
    wordsOfField[`${name.replace(/\d$/, '')} ${problem.code}`] ??
    problemWords[problem.code];
  return fillWords(words, language, { field, Field, ...problem.values });
}
