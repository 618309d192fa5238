import type { Language, Words } from '@dossard/contract/language/language.ts';
import {
  type ParticipantField,
  participantFieldNames,
  participantFields,
} from '@dossard/contract/participants/participant.fields.ts';

/* The words of the results file, the same as on the screens where they appear there too. */

const fieldWords = Object.fromEntries(
  participantFieldNames.map((name) => [name, participantFields[name].words]),
) as Record<ParticipantField, Words>;

const words = {
  results: { fr: 'Résultats', en: 'Results' },
  rank: { fr: 'Rang', en: 'Rank' },
  dossard: { fr: 'Dossard', en: 'Bib number' },
  ...fieldWords,
  F: { fr: 'F', en: 'F' },
  H: { fr: 'H', en: 'M' },
  points: { fr: 'Points', en: 'Points' },
  penality: { fr: 'Pénalités', en: 'Penalties' },
  chrono_sec: { fr: 'Chrono (s)', en: 'Time (s)' },
  runs: { fr: 'Passages', en: 'Runs' },
  zone: { fr: 'Zone', en: 'Zone' },
  run_number: { fr: 'Passage', en: 'Run' },
  door: { fr: 'Porte', en: 'Door' },
  counted: { fr: 'Compté', en: 'Counted' },
  referee: { fr: 'Juge', en: 'Referee' },
  recorded_at: { fr: 'Enregistré (UTC)', en: 'Recorded (UTC)' },
  received_at: { fr: 'Reçu (UTC)', en: 'Received (UTC)' },
  remark: { fr: 'Remarque', en: 'Remark' },
  official: { fr: 'Résultat officiel', en: 'Official result' },
  provisional: { fr: 'Résultat provisoire', en: 'Provisional result' },
  differs: {
    fr: 'Le classement a changé depuis la liste officielle',
    en: 'The ranking has changed since the official list',
  },
  revision: { fr: 'Révision', en: 'Revision' },
  published_at: { fr: 'Publié (UTC)', en: 'Published (UTC)' },
  complaints_until: { fr: 'Réclamations jusqu’à (UTC)', en: 'Complaints until (UTC)' },
  reason: { fr: 'Motif', en: 'Reason' },
  jury: { fr: 'Jury', en: 'Jury' },
  chain: { fr: 'Chaîne de l’historique', en: 'Chain of the history' },
  no_graduation: { fr: 'Sans barème', en: 'No graduation' },
  nobody: { fr: 'Aucun participant n’est inscrit.', en: 'Nobody is entered yet.' },
} as const satisfies Record<string, Words>;

export type ResultsWord = keyof typeof words;

/** Returns a function that looks up words of the results file in one language. */
export function resultsWords(language: Language): (word: ResultsWord) => string {
  return (word) => words[word][language];
}
