import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import type { ReactNode } from 'react';
import { m } from '../../paraglide/messages.js';
import { formatAgo, formatDuration } from '../../text/formats.ts';
import { isBatteryLow, isClockWrong, isSilent, silenceOf } from './phone.facts.ts';
import styles from './phones.module.css';

interface Props {
  phones: readonly Phone[];
  /** When the phones were read, by the server's clock, in milliseconds. */
  serverTime: number;
}

/** The phones, the latest contact first: a table that becomes cards on a phone. */
export function PhoneTable({ phones, serverTime }: Props) {
  const showsBattery = phones.some(({ battery }) => battery !== null);
  return (
    <table className={`${styles.phones} numbers`}>
      <caption className="visually-hidden">{m.phones_of_referees()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.referee()}</th>
          <th scope="col">{m.last_contact()}</th>
          <th scope="col">{m.phone_unsent()}</th>
          <th scope="col">{m.phone_clock()}</th>
          <th scope="col">{m.app_version()}</th>
          <th scope="col">{m.phone_storage()}</th>
          {showsBattery && <th scope="col">{m.battery()}</th>}
        </tr>
      </thead>
      <tbody>
        {phones.map((phone) => (
          <PhoneRow
            key={`${phone.user_id} ${phone.phone_id}`}
            phone={phone}
            silence={silenceOf(phone, serverTime)}
            showsBattery={showsBattery}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  phone: Phone;
  /** Seconds since its last contact. */
  silence: number;
  showsBattery: boolean;
}

function PhoneRow({ phone, silence, showsBattery }: RowProps) {
  const silent = isSilent(silence);
  // This page was just loaded, so it has the server's version.
  const current = import.meta.env.APP_VERSION;
  const isOther = phone.app_version !== current;
  return (
    <tr data-silent={silent || undefined}>
      <th scope="row" className={styles.who}>
        <span className={styles.name}>
          {phone.first_name} {phone.last_name}
        </span>
        <span className="soft">{placeOf(phone)}</span>
      </th>
      <Cell label={m.last_contact()} mark={silent && m.phone_silent()}>
        {silence < 60 ? m.just_now() : formatAgo(silence)}
      </Cell>
      <Cell label={m.phone_unsent()}>
        {phone.unsent === 0 ? (
          <span className="soft">{m.unsent_none()}</span>
        ) : (
          <>
            <strong>{m.runs_number({ count: phone.unsent })}</strong>
            {phone.oldest_unsent_sec !== null && (
              <span className={`${styles.more} soft`}>
                {m.unsent_oldest({ age: formatDuration(phone.oldest_unsent_sec + silence) })}
              </span>
            )}
          </>
        )}
      </Cell>
      <Cell label={m.phone_clock()} mark={isClockWrong(phone) && formatClock(phone)}>
        {!isClockWrong(phone) && <span className="soft">{m.clock_right()}</span>}
      </Cell>
      <Cell label={m.app_version()} mark={isOther && m.app_version_old({ current })}>
        <span className={styles.version}>{phone.app_version}</span>
      </Cell>
      <Cell label={m.phone_storage()} mark={phone.storage === 'clearable' && m.phone_storage_clearable()}>
        {phone.storage !== 'clearable' && (
          <span className="soft">{phone.storage === 'safe' ? m.phone_storage_safe() : '–'}</span>
        )}
      </Cell>
      {showsBattery && (
        <Cell label={m.battery()} mark={isBatteryLow(phone) && m.phone_battery_low()}>
          {phone.battery === null ? '–' : m.battery_percent({ percent: phone.battery })}
        </Cell>
      )}
    </tr>
  );
}

/** A cell, with its heading beside it on a phone; `mark` highlights a problem. */
function Cell({ label, mark, children }: { label: string; mark?: string | false; children: ReactNode }) {
  return (
    <td>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <span className={styles.fact}>
        {children}
        {mark && <span className={styles.mark}>{mark}</span>}
      </span>
    </td>
  );
}

function placeOf({ zone_id, zone_name }: Phone): string {
  if (zone_id === null) return m.phone_zone_none();
  return zone_name ?? m.zone_number({ id: zone_id });
}

function formatClock({ clock_difference_sec }: Phone): string {
  const time = formatDuration(clock_difference_sec);
  return clock_difference_sec > 0 ? m.clock_ahead({ time }) : m.clock_behind({ time });
}
