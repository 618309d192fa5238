import type { Phone } from '@dossard/contract/phones/phone.schema.ts';
import { m } from '../../paraglide/messages.js';
import { formatAgo, formatDuration, joinFacts } from '../../text/formats.ts';
import { isBatteryLow, isClockWrong, isSilent } from './phone.facts.ts';

interface Props {
  phone: Phone;
  /** Seconds since its last contact. */
  silence: number;
}

/** A referee's phone in a line: its zone, last contact and unsent runs; what needs attention is marked. */
export function PhoneState({ phone, silence }: Props) {
  const { zone_id, zone_name, unsent, oldest_unsent_sec, battery, storage } = phone;
  const zone = zone_id === null ? m.phone_zone_none() : (zone_name ?? m.zone_number({ id: zone_id }));
  const oldest = oldest_unsent_sec !== null && m.unsent_oldest({ age: formatDuration(oldest_unsent_sec + silence) });
  return (
    <p className="row">
      <span>{zone}</span>
      <span className="soft">
        {joinFacts(
          silence < 60 ? m.just_now() : formatAgo(silence),
          unsent === 0 && m.unsent_none(),
          battery !== null && m.battery_percent({ percent: battery }),
          unsent === 0 && storage === 'clearable' && m.phone_storage_unpromised(),
        )}
      </span>
      {unsent > 0 && (
        <span>
          <strong>{m.phone_keeps({ count: unsent })}</strong> {oldest && <span className="soft">{oldest}</span>}
        </span>
      )}
      {listProblems(phone, silence).map((problem) => (
        <span key={problem} className="pill" data-kind="warning">
          {problem}
        </span>
      ))}
    </p>
  );
}

/** Lists what somebody should see to; a silent phone or an untrusty storage only if runs could be lost with it. */
function listProblems(phone: Phone, silence: number): string[] {
  const time = formatDuration(phone.clock_difference_sec);
  // This page was just loaded, so it has the server's version.
  const current = import.meta.env.APP_VERSION;
  const problems: (string | false)[] = [
    phone.unsent > 0 && isSilent(silence) && m.phone_silent(),
    isClockWrong(phone) && (phone.clock_difference_sec > 0 ? m.clock_ahead({ time }) : m.clock_behind({ time })),
    // The simulated phones of a demonstration have none.
    phone.app_version !== '' &&
      phone.app_version !== current &&
      m.phone_version_old({ version: phone.app_version, current }),
    phone.unsent > 0 && phone.storage === 'clearable' && m.phone_storage_clearable(),
    isBatteryLow(phone) && m.phone_battery_low(),
  ];
  return problems.filter((problem) => problem !== false);
}
