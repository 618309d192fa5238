import type { Language } from '@dossard/contract/language/language.ts';
import { type MailText, writeLetter } from './mail.texts.ts';

/* Mails to the senders of entry forms: to confirm, and about the state of the entries. */

type Named = { first_name: string; last_name: string };

/** A mail about an entry form and its riders. */
export interface EntryMail {
  kind: 'confirm' | 'link' | 'place' | 'accepted' | 'refused';
  competition: string;
  url: string;
  riders: readonly Named[];
}

const subjects: Record<EntryMail['kind'], Record<Language, string>> = {
  confirm: { fr: 'Confirmez votre inscription', en: 'Confirm your entry' },
  link: { fr: 'Votre inscription', en: 'Your entry' },
  place: { fr: 'Une place s’est libérée', en: 'A place has become free' },
  accepted: { fr: 'Inscription acceptée', en: 'Entry accepted' },
  refused: { fr: 'Inscription refusée', en: 'Entry refused' },
};

// Anybody can trigger the first mail to any address, so it contains no text of theirs.
const sentences: Record<EntryMail['kind'], Record<Language, (names: string, count: number) => string>> = {
  confirm: {
    fr: (_, count) =>
      `Votre adresse a été donnée pour inscrire des pilotes (${count}). Rien ne compte avant votre confirmation.`,
    en: (_, count) => `Your address was given to enter riders (${count}). Nothing counts until you confirm it.`,
  },
  link: {
    fr: () => 'Voici le lien de votre inscription.',
    en: () => 'Here is the link to your entry.',
  },
  place: {
    fr: (names) => `Ils étaient en liste d’attente et ont maintenant une place\u00a0: ${names}.`,
    en: (names) => `They were on the waiting list and have a place now: ${names}.`,
  },
  accepted: {
    fr: (names) => `L’organisateur a accepté\u00a0: ${names}.`,
    en: (names) => `The organiser has accepted: ${names}.`,
  },
  refused: {
    fr: (names) => `L’organisateur n’a pas retenu\u00a0: ${names}.`,
    en: (names) => `The organiser has not accepted: ${names}.`,
  },
};

/** Builds a mail about an entry form, in the language in which the form was sent. */
export function entryMail(language: Language, { kind, competition, url, riders }: EntryMail): MailText {
  const names = riders.map((one) => `${one.first_name} ${one.last_name}`).join(', ');
  const isFirst = kind === 'confirm';
  const words = {
    fr: isFirst ? 'Confirmer l’inscription' : 'Voir, modifier ou retirer l’inscription',
    en: isFirst ? 'Confirm the entry' : 'See, change or withdraw the entry',
  };
  const after = {
    fr: [
      'Ce lien ouvre cette inscription à qui le possède\u00a0: ne le transmettez pas.',
      ...(isFirst ? ['Si ce n’était pas vous, il n’y a rien à faire.'] : []),
    ],
    en: [
      'This link opens this entry to whoever has it: do not pass it on.',
      ...(isFirst ? ['If it was not you, there is nothing to do.'] : []),
    ],
  };
  const mark = language === 'fr' ? '\u00a0: ' : ': ';
  return writeLetter({
    subject: `${subjects[kind][language]}${mark}${competition}`,
    lines: [`${competition}`, sentences[kind][language](names, riders.length)],
    link: { url, words: words[language] },
    after: after[language],
  });
}
