import type { Language } from '../language/language.ts';
import type { Alarm, AlarmKind } from './alarm.schema.ts';

/* The text of alarms on screens, in mails and in the webhook: what is wrong, and what to do. */

interface Words {
  what: string;
  /** What to do about it. */
  advice: string;
}

type Said = Pick<Alarm, 'kind' | 'value'>;

const words: Record<AlarmKind, Record<Language, (value: number) => Words>> = {
  backup_failing: {
    fr: () => ({
      what: 'Les sauvegardes échouent.',
      advice: 'Regardez le journal du serveur\u00a0: la place sur le disque, ou les droits du dossier de sauvegarde.',
    }),
    en: () => ({
      what: 'Backups are failing.',
      advice: 'Look at the server’s log: the space on the disk, or the rights of the backup folder.',
    }),
  },
  far_backup_failing: {
    fr: () => ({
      what: 'La copie distante des sauvegardes échoue.',
      advice: 'Les sauvegardes locales continuent. Vérifiez le disque externe, le réseau ou la clé du stockage.',
    }),
    en: () => ({
      what: 'Backups no longer leave this machine.',
      advice: 'Local backups continue. Check the other disk, the network, or the key of the store.',
    }),
  },
  drill_failed: {
    fr: () => ({
      what: 'L’essai de restauration a échoué.',
      advice: 'La dernière sauvegarde n’est peut-être pas utilisable. Le journal du serveur dit pourquoi.',
    }),
    en: () => ({
      what: 'The restore drill failed.',
      advice: 'The newest backup may not be usable. The server’s log says why.',
    }),
  },
  disk_low: {
    fr: (value) => ({
      what: `Le disque est plein à ${Math.floor(value)}\u00a0%.`,
      advice: 'Libérez de la place. Quand le disque est plein, plus rien n’est enregistré.',
    }),
    en: (value) => ({
      what: `The disk is ${Math.floor(value)}% full.`,
      advice: 'Free some space. When the disk is full, nothing can be recorded.',
    }),
  },
  database_away: {
    fr: () => ({
      what: 'La base de données ne répond pas.',
      advice: 'Les téléphones gardent leurs passages. Vérifiez PostgreSQL et le réseau.',
    }),
    en: () => ({
      what: 'The database does not answer.',
      advice: 'Phones keep their runs. Check PostgreSQL and the network.',
    }),
  },
  database_restarted: {
    fr: () => ({
      what: 'La base de données a redémarré.',
      advice: 'Rien n’est perdu. Si vous ne l’avez pas redémarrée, cherchez pourquoi\u00a0: mémoire, disque, courant.',
    }),
    en: () => ({
      what: 'The database has restarted.',
      advice: 'Nothing is lost. If you did not restart it, find out why: memory, disk, power.',
    }),
  },
  server_killed: {
    fr: () => ({
      what: 'Le serveur s’était arrêté brutalement.',
      advice: 'Il a repris, rien n’est perdu. Cherchez pourquoi\u00a0: mémoire, courant, fermeture de la fenêtre.',
    }),
    en: () => ({
      what: 'The server had stopped without warning.',
      advice: 'It is back and nothing is lost. Find out why: memory, power, a closed window.',
    }),
  },
  live_silent: {
    fr: () => ({
      what: 'Les classements ne se mettent plus à jour tout seuls.',
      advice: 'Les passages sont enregistrés. Vérifiez la base de données.',
    }),
    en: () => ({
      what: 'Live updates are silent.',
      advice: 'Rankings no longer move by themselves; runs are still recorded. Check the database.',
    }),
  },
  overload: {
    fr: (value) => ({
      what: `Trop de demandes\u00a0: le serveur en a refusé ${value} en une minute.`,
      advice: 'Cherchez d’où elles viennent. Les spectateurs sont refusés d’abord, les juges en dernier.',
    }),
    en: (value) => ({
      what: `The server is turning people away: ${value} refusals in a minute.`,
      advice: 'Spectators are refused first, referees last. See who asks for so much.',
    }),
  },
  guessing: {
    fr: (value) => ({
      what: `Trop d’essais de connexion\u00a0: ${value} refus en une minute.`,
      advice: 'Quelqu’un devine peut-être des mots de passe. Le journal de sécurité dit d’où.',
    }),
    en: (value) => ({
      what: `Too many sign-in attempts: ${value} refused in a minute.`,
      advice: 'Somebody may be guessing passwords. The security log says from where.',
    }),
  },
  mails_waiting: {
    fr: () => ({
      what: 'Les e-mails ne partent pas.',
      advice: 'Ils attendent et seront réessayés. Vérifiez le serveur d’e-mails.',
    }),
    en: () => ({
      what: 'Mails are not leaving.',
      advice: 'They wait and are tried again. Check the mail server.',
    }),
  },
  unsent_old: {
    fr: (value) => ({
      what: `Un téléphone garde un passage non envoyé depuis ${Math.floor(value / 60)}\u00a0min.`,
      advice: 'Voyez la page des téléphones\u00a0: le juge a besoin du réseau.',
    }),
    en: (value) => ({
      what: `A phone has held an unsent run for ${Math.floor(value / 60)} min.`,
      advice: 'See the page of the phones: the referee needs the network.',
    }),
  },
};

/** Sentences for screen readers of kinds whose text contains a changing number. */
const withoutNumber: Partial<Record<AlarmKind, Record<Language, string>>> = {
  disk_low: { fr: 'Le disque est presque plein.', en: 'The disk is almost full.' },
  overload: { fr: 'Le serveur reçoit trop de demandes.', en: 'The server gets too many requests.' },
  guessing: { fr: 'Trop d’essais de connexion.', en: 'Too many sign-in attempts.' },
  unsent_old: { fr: 'Un téléphone garde un passage non envoyé.', en: 'A phone holds an unsent run.' },
};

/** Returns the sentence of an alarm for screen readers, constant while it is active. */
export const announceAlarm = (kind: AlarmKind, language: Language): string =>
  withoutNumber[kind]?.[language] ?? words[kind][language](0).what;

/** Formats an alarm in a language. */
export const describeAlarm = ({ kind, value }: Said, language: Language): Words => words[kind][language](value);
