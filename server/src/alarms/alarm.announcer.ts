import type { AlarmKind } from '@dossard/contract/alarms/alarm.schema.ts';
import { describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import { reasonOf } from '../backup/backup.error.ts';
import { isDatabaseAway } from '../database/failures.ts';
import { alarmMail } from '../mail/mail.texts.ts';
import type { AlarmLetter, AlarmRow } from './alarm.store.ts';
import type { Webhook } from './alarm.webhook.ts';

type Announcement = 'raised' | 'standing' | 'cleared';

/** What is announced about an alarm. */
export interface Announced {
  kind: AlarmKind;
  competition_id: number | null;
  value: number;
  /** Whether this alarm was mailed when it was raised. */
  isMailed?: boolean;
}

export interface Outlets {
  publicUrl: string;
  /** Whether super administrators get mails. */
  sendsMails: boolean;
  webhook?: Webhook | undefined;
  /** Called with a sentence for the log. */
  report: (sentence: string) => void;
}

type Write = () => Promise<void>;

interface Order {
  announcement: Announcement;
  alarm: Announced;
  at: string;
  /** Publishes at once, instead of when this process was the first to store it. */
  isImmediate: boolean;
  /** Stores the announcement and its mail; resolves to false when another process has done so. */
  store: (letter: AlarmLetter | undefined) => Promise<boolean>;
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/**
 * Announces alarms (Q3). While the database is down, the webhook and the log are notified immediately, and rows and
 * mails are written once it is back.
 */
export function createAnnouncer({ publicUrl, sendsMails, webhook, report }: Outlets) {
  const unwritten: { write: Write; row?: AlarmRow }[] = [];

  function publish({ announcement, alarm: { kind, value, competition_id }, at }: Order): void {
    const inEnglish = describeAlarm({ kind, value }, 'en');
    report(`${{ raised: 'Alarm', standing: 'Alarm, still', cleared: 'Alarm over' }[announcement]}: ${inEnglish.what}`);
    const words = { fr: describeAlarm({ kind, value }, 'fr'), en: inEnglish };
    webhook?.send({ installation: publicUrl, state: announcement, kind, value, competition_id, at, ...words });
  }

  const letterOf = ({ announcement, alarm: { kind, value, isMailed } }: Order): AlarmLetter | undefined =>
    sendsMails && (isMailed || announcement === 'standing')
      ? (language) => alarmMail(language, announcement, { kind, value }, publicUrl)
      : undefined;

  return {
    announce(order: Order): void {
      if (order.isImmediate) publish(order);
      const write = async () => {
        const isOurs = await order.store(letterOf(order));
        if (isOurs && !order.isImmediate) publish(order);
      };
      unwritten.push({ write });
    },
    /** Stores the latest values of a row. While the database is down, one pending write is enough. */
    update(row: AlarmRow, write: Write): void {
      if (!unwritten.some((one) => one.row === row)) unwritten.push({ write, row });
    },
    /** Performs the pending writes in order. Throws while the database is down; they stay pending. */
    async flush(): Promise<void> {
      while (unwritten[0]) {
        await unwritten[0].write().catch((error) => {
          // Retry later while the database is down; skip an alarm that the database rejects, because it would block
          // the others.
          if (isDatabaseAway(error)) throw error;
          report(`An alarm could not be stored: ${reasonOf(error)}`);
        });
        unwritten.shift();
      }
    },
  };
}
