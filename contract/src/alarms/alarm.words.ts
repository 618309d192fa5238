import { type Language, say } from '../language/language.ts';
import { m } from '../paraglide/messages.js';
import type { Alarm, AlarmKind } from './alarm.schema.ts';

/** Formats an alarm on screens, in mails and in the webhook: what is wrong, and what to do about it. */
export function describeAlarm({ kind, value }: Pick<Alarm, 'kind' | 'value'>, language: Language) {
  const shown = Math.floor(kind === 'unsent_old' ? value / 60 : value);
  return { what: say(m.alarm, { kind, value: shown }, language), advice: say(m.alarm_advice, { kind }, language) };
}

/** Returns the sentence of an alarm for screen readers, constant while it is active: without a changing number. */
export const announceAlarm = (kind: AlarmKind, language: Language): string =>
  say(m.alarm_announced, { kind, what: describeAlarm({ kind, value: 0 }, language).what }, language);
