import { fillWords, type Language, type Words } from '../language.ts';
import { fieldWords } from './field.words.ts';

/*
 * A problem is one thing that is wrong in one field of what was sent: a code, and where it stands.
 * Its words live here once, for the server's answers and for the forms of the web.
 */
export const problemWords = {
  required: { fr: 'Veuillez renseigner {field}.', en: '{Field} is required.' },
  too_short: {
    fr: '{Field} : au moins {minimum} caractères.',
    en: '{Field} must be at least {minimum} characters long.',
  },
  too_long: { fr: '{Field} : au plus {maximum} caractères.', en: '{Field} must be at most {maximum} characters long.' },
  too_few: { fr: '{Field} : au moins {minimum}.', en: '{Field}: at least {minimum}.' },
  too_many: { fr: '{Field} : au plus {maximum}.', en: '{Field}: at most {maximum}.' },
  too_small: { fr: '{Field} : {minimum} au minimum.', en: '{Field} must be at least {minimum}.' },
  too_big: { fr: '{Field} : {maximum} au maximum.', en: '{Field} must be at most {maximum}.' },
  not_text: { fr: '{Field} : un texte est attendu.', en: '{Field} must be text.' },
  not_a_number: { fr: '{Field} : un nombre est attendu.', en: '{Field} must be a number.' },
  not_an_integer: { fr: '{Field} : un nombre entier est attendu.', en: '{Field} must be a whole number.' },
  not_yes_or_no: { fr: '{Field} : oui ou non est attendu.', en: '{Field} must be true or false.' },
  not_hundredths: { fr: '{Field} : deux décimales au plus.', en: '{Field}: at most two decimals.' },
  invalid_choice: { fr: '{Field} : ce choix n’existe pas.', en: '{Field} is not one of the choices.' },
  invalid_date: { fr: '{Field} : une date AAAA-MM-JJ est attendue.', en: '{Field} must be a date, YYYY-MM-DD.' },
  invalid_time: { fr: '{Field} : une date et une heure sont attendues.', en: '{Field} must be a date and time.' },
  invalid_email: { fr: 'Cette adresse e-mail n’est pas valable.', en: 'Please enter a valid email address.' },
  invalid_submission_id: {
    fr: 'L’identifiant d’envoi compte 1 à 100 lettres, chiffres, points, tirets.',
    en: 'The submission id has 1 to 100 letters, digits, dots, dashes.',
  },
  invalid_phone_id: {
    fr: 'L’identifiant du téléphone compte 1 à 64 lettres, chiffres, points, tirets.',
    en: 'The phone id has 1 to 64 letters, digits, dots, dashes.',
  },
  other_competition: {
    fr: 'Ces passages sont ceux d’une autre compétition.',
    en: 'These runs are of another competition.',
  },
  invalid: { fr: '{Field} : cette valeur n’est pas valable.', en: '{Field} is not valid.' },
  unreadable_character: {
    fr: '{Field} : un caractère ne peut pas être lu.',
    en: '{Field} has a character that cannot be read.',
  },
  weak_password: {
    fr: 'Le mot de passe compte au moins 8 caractères, dont une majuscule, une minuscule et un chiffre.',
    en: 'The password needs at least 8 characters, with one uppercase letter, one lowercase letter and one digit.',
  },
  same_password: {
    fr: 'Le nouveau mot de passe doit être différent de l’actuel.',
    en: 'New password must be different from current password.',
  },
  confirmation_differs: {
    fr: 'Le nouveau mot de passe et sa confirmation ne sont pas les mêmes.',
    en: 'New password and confirmation do not match.',
  },
  graduation_exists: { fr: 'Le barème « {value} » existe déjà', en: 'Graduation "{value}" already exists' },
  dossard_invalid: {
    fr: 'Le dossard « {value} » n’est pas un nombre entier à partir de 1.',
    en: 'Bib number “{value}” is not a whole number from 1.',
  },
  dossard_doubled: {
    fr: 'Le dossard {value} est déjà à la ligne {other_row}.',
    en: 'Bib number {value} is already on row {other_row}.',
  },
  dossard_taken: {
    fr: 'Le dossard {value} est déjà celui de {holder}.',
    en: 'Bib number {value} already belongs to {holder}.',
  },
  gender_unknown: {
    fr: 'Le genre « {value} » n’est pas reconnu : H ou F est attendu.',
    en: 'Gender “{value}” is not recognised: H or F is expected.',
  },
  garbled_text: {
    fr: 'Le texte « {value} » est mal décodé : enregistrez le fichier en UTF-8 ou en xlsx.',
    en: 'The text “{value}” was decoded wrongly: save the file as UTF-8 or xlsx.',
  },
  column_missing: {
    fr: 'Il manque une colonne pour {field}.',
    en: 'A column for {field} is missing.',
  },
  no_rows: {
    fr: 'Ce fichier ne contient aucun participant.',
    en: 'This file holds no participant.',
  },
  too_many_rows: {
    fr: 'Ce fichier contient trop de données : {maximum} lignes au plus.',
    en: 'This file holds too much: at most {maximum} rows.',
  },
  column_doubled: {
    fr: 'Deux colonnes donnent {field} : « {other} » et « {value} ». Gardez-en une.',
    en: 'Two columns give the {field}: “{other}” and “{value}”. Keep one of them.',
  },
  line_break: {
    fr: '{Field} : un retour à la ligne est à enlever.',
    en: '{Field} has a line break to remove.',
  },
  misplaced_quotes: {
    fr: 'Des guillemets sont mal placés : le fichier n’a pas été lu à partir de cette ligne.',
    en: 'Quotes are misplaced: the file was not read from this row on.',
  },
} as const satisfies Record<string, Words>;

export type ProblemCode = keyof typeof problemWords;

/** Sentences of their own for a problem of a certain field, in the words of the specification (spec §5, §8). */
const wordsOfField: Partial<Record<string, Words>> = {
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
  /** Field path in what was sent, joined by dots: `graduations.0.category`. */
  path: string;
  code: ProblemCode;
  /** 1-based line of an imported sheet, heading included. */
  row?: number;
  /** Heading of the sheet's column, else its letter. */
  column?: string;
  /** What the sentence names: `minimum`, `value`… */
  values?: Readonly<Record<string, string | number>>;
}

/** Says one problem in one language, naming its field. */
export function sayProblem(problem: Problem, language: Language): string {
  const name = problem.path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const field = fieldWords[name as keyof typeof fieldWords]?.[language] ?? name;
  const Field = field.charAt(0).toLocaleUpperCase(language) + field.slice(1);
  const words = wordsOfField[`${name} ${problem.code}`] ?? problemWords[problem.code];
  return fillWords(words[language], { field, Field, ...problem.values });
}
