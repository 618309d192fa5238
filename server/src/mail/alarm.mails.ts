import type { Alarm } from '@dossard/contract/alarms/alarm.schema.ts';
import { describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import type { Language } from '@dossard/contract/language/language.ts';
import { type MailText, writeLetter } from './mail.texts.ts';

/** Notifies a super administrator of an alarm that was raised, is still active, or is over. */
export function alarmMail(
  language: Language,
  state: 'raised' | 'standing' | 'cleared',
  alarm: Pick<Alarm, 'kind' | 'value'>,
  url: string,
): MailText {
  const { what, advice } = describeAlarm(alarm, language);
  const words = {
    fr: {
      raised: 'Alarme',
      standing: 'Toujours en alarme',
      cleared: 'Alarme terminée',
      link: 'Voir les alarmes',
      over: 'C’est terminé.',
    },
    en: {
      raised: 'Alarm',
      standing: 'Alarm still standing',
      cleared: 'Alarm over',
      link: 'See the alarms',
      over: 'It is over.',
    },
  }[language];
  const colon = language === 'fr' ? '\u00a0:' : ':';
  return writeLetter({
    subject: `${words[state]}${colon} ${what.replace(/\.$/, '')}`,
    lines: state === 'cleared' ? [what, words.over] : [what, advice],
    link: { url: `${url}/admin/alarms`, words: words.link },
  });
}
