import { type Alarm, alarmPageSize } from '@dossard/contract/alarms/alarm.schema.ts';
import { describeAlarm } from '@dossard/contract/alarms/alarm.words.ts';
import { getLocale } from '@dossard/contract/language/locale.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageLink } from '../../desk/page.link.tsx';
import { m } from '../../paraglide/messages.js';
import { alarmPage } from '../../queries/alarm.queries.ts';
import { formatMoment } from '../../text/formats.ts';
import { Reading } from '../../ui/failure/reading.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { AdministrationDesk } from './administration.desk.tsx';

/** For super administrators: the raised alarms, and those that are cleared (Q4). */
export default function AlarmsPage() {
  return (
    <AdministrationDesk title={m.alarms()} subtitle={m.alarms_why()} needs="everything">
      <Alarms />
    </AdministrationDesk>
  );
}

function Alarms() {
  const [page, setPage] = useState(1);
  const read = useQuery(alarmPage(page));
  const { data } = read;
  if (!data) return <Reading of={read} waiting={12} />;
  return (
    <div className="stack">
      <Card title={m.alarms_standing()}>
        <AlarmList alarms={data.standing} none={m.alarms_none()} />
      </Card>
      <Card title={m.alarms_past()}>
        <AlarmList alarms={data.past} none={m.alarms_past_none()} />
        <Pager label={m.alarms_past()} page={page} total={data.total} size={alarmPageSize} onPage={setPage} />
      </Card>
    </div>
  );
}

function AlarmList({ alarms, none }: { alarms: readonly Alarm[]; none: string }) {
  if (alarms.length === 0) return <p className="soft">{none}</p>;
  return (
    <ul className="lines">
      {alarms.map((alarm) => (
        <AlarmLine key={alarm.key} alarm={alarm} />
      ))}
    </ul>
  );
}

function AlarmLine({ alarm }: { alarm: Alarm }) {
  const { what, advice } = describeAlarm(alarm, getLocale());
  const { raised_at, cleared_at, competition } = alarm;
  const from = formatMoment(raised_at);
  return (
    <li className="stack-close">
      <p className="row">
        {cleared_at === null && (
          <span className="alert-sign warning" aria-hidden="true">
            !
          </span>
        )}
        <strong>{what}</strong>
      </p>
      {cleared_at === null && <p>{advice}</p>}
      <p className="soft">
        {cleared_at === null ? m.alarm_since({ from }) : m.alarm_from_to({ from, to: formatMoment(cleared_at) })}
      </p>
      {competition && (
        <p>
          <PageLink of={competition.id} page="phones" label={competition.name} />
        </p>
      )}
    </li>
  );
}
