import { getFactorRule, updateFactorRule } from '@dossard/contract/administration/administration.endpoints.ts';
import { type FactorRule, factorRuleSchema } from '@dossard/contract/administration/administration.schema.ts';
import { exportSecurityEvents, listSecurityEvents } from '@dossard/contract/administration/security.log.endpoints.ts';
import {
  type SecurityEvent,
  type SecurityFilter,
  type SecurityKind,
  securityKindSchema,
  securityPageSize,
} from '@dossard/contract/administration/security.log.schema.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useDeferredValue, useState } from 'react';
import { fetchFile } from '../../api/client.ts';
import { Failure } from '../../api/failure.ts';
import { saveFile } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { formatMoment, joinFacts } from '../../text/formats.ts';
import { ActionButton } from '../../ui/failure/action.button.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SearchField, SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormEnd, useCheckedForm } from '../../ui/forms/form.tsx';
import { Card } from '../../ui/parts/card.tsx';
import { Pager } from '../../ui/parts/pager.tsx';
import { AdministrationDesk } from './administration.desk.tsx';

/** For super administrators: who must have a second factor (S21), and the security log (S22). */
export default function InstallationSecurityPage() {
  return (
    <AdministrationDesk title={m.admin_security()} needs="everything">
      <div className="stack">
        <FactorRuleCard />
        <SecurityLogCard />
      </div>
    </AdministrationDesk>
  );
}

/** Which accounts must have a second factor, with the form that changes this (S21). */
function FactorRuleCard() {
  return (
    <Reading of={useQuery(read(getFactorRule, {}))} waiting={20}>
      {(data) => <RuleForm key={data.required_of} rule={data} />}
    </Reading>
  );
}

function RuleForm({ rule }: { rule: FactorRule }) {
  const { formProps, sending } = useCheckedForm({
    schema: factorRuleSchema,
    send: (body) => perform(updateFactorRule, { body, said: m.factor_rule_saved() }),
  });
  const needsOwn = sending.error instanceof Failure && sending.error.code === 'factor_needed_first';
  return (
    <Form {...formProps} className="card panel">
      <h2>{m.factors()}</h2>
      <SelectField
        name="required_of"
        label={m.factor_rule()}
        hint={m.factor_rule_why()}
        defaultValue={rule.required_of}
        options={factorRuleSchema.shape.required_of.options.map((accounts) => [
          accounts,
          m.factor_rule_of({ accounts }),
        ])}
      />
      <FormEnd />
      {needsOwn && (
        <p>
          <Link to="/profile/security">{m.codes_set_up()}</Link>
        </p>
      )}
    </Form>
  );
}

/** The typed filters of the log; days are in the reader's time zone. */
interface Typed {
  kind: SecurityKind | '';
  person: string;
  from: string;
  to: string;
}

/** Returns when a day begins on this device, plus `later` days; undefined if it is not a valid day. */
function startOf(day: string, later = 0): string | undefined {
  const [year, month, date] = day.split('-').map(Number);
  const moment = new Date(year ?? Number.NaN, (month ?? 1) - 1, (date ?? 1) + later);
  return Number.isNaN(moment.getTime()) || moment.getFullYear() < 1900 ? undefined : moment.toISOString();
}

function filterOf({ kind, person, from, to }: Typed): SecurityFilter {
  const [begin, end] = [from && startOf(from), to && startOf(to, 1)];
  return {
    ...(kind && { kind }),
    ...(person.trim() && { person: person.trim() }),
    ...(begin && { from: begin }),
    ...(end && { to: end }),
  };
}

/** The security log, filtered by kind, person and days, and downloadable as a file (S22). */
function SecurityLogCard() {
  const [typed, setTyped] = useState<Typed>({ kind: '', person: '', from: '', to: '' });
  const [page, setPage] = useState(1);
  const filter = filterOf(useDeferredValue(typed));
  const listed = useQuery(
    read(listSecurityEvents, { query: { ...filter, page } }, { placeholderData: keepPreviousData }),
  );
  const { data } = listed;
  const save = async () =>
    saveFile(await fetchFile(exportSecurityEvents, { query: filter }), `${m.security_log_file()}.csv`);
  function narrow(change: Partial<Typed>) {
    setTyped({ ...typed, ...change });
    setPage(1);
  }
  return (
    <Card title={m.security_log()} why={m.security_log_why()} id="security-log">
      <Filters typed={typed} onNarrow={narrow} />
      <Reading of={listed} waiting={12}>
        {({ total, events }) => (
          <>
            <p className="soft" role="status">
              {total === 0 ? m.security_log_none() : m.security_log_count({ count: total })}
            </p>
            <ul className="lines">
              {events.map((event) => (
                <EventLine key={event.key} event={event} />
              ))}
            </ul>
          </>
        )}
      </Reading>
      {data && (
        <Pager label={m.security_log()} page={page} total={data.total} size={securityPageSize} onPage={setPage} />
      )}
      {data && data.total > 0 && <ActionButton action={m.security_log_save()} act={save} />}
    </Card>
  );
}

/** The fields of the filters; each takes effect immediately. */
function Filters({ typed, onNarrow }: { typed: Typed; onNarrow: (change: Partial<Typed>) => void }) {
  return (
    <search className="fields">
      <SelectField
        name="kind"
        label={m.security_log_kind()}
        value={typed.kind}
        onValue={(kind: SecurityKind | '') => onNarrow({ kind })}
        empty={m.security_log_all()}
        options={securityKindSchema.options.map((kind) => [kind, m.security_kind({ kind })])}
      />
      <SearchField
        name="person"
        label={m.security_log_person()}
        placeholder={m.security_log_person_hint()}
        maxLength={100}
        value={typed.person}
        onValue={(person) => onNarrow({ person })}
      />
      <TextField
        name="from"
        type="date"
        label={m.security_log_from()}
        value={typed.from}
        onValue={(from) => onNarrow({ from })}
      />
      <TextField
        name="to"
        type="date"
        label={m.security_log_to()}
        value={typed.to}
        onValue={(to) => onNarrow({ to })}
      />
    </search>
  );
}

type Account = NonNullable<SecurityEvent['actor']>;

const accountName = ({ id, name, email }: Account) =>
  name === null ? m.security_log_deleted({ id }) : `${name} (${email})`;

function EventLine({ event }: { event: SecurityEvent }) {
  const { kind, at, count, actor, subject, unknown_account, network, competition_id, detail } = event;
  const about = subject ?? actor;
  const isByOther = actor !== null && subject !== null && actor.id !== subject.id;
  const notes = joinFacts(
    isByOther && m.security_log_by({ name: accountName(actor) }),
    competition_id !== null && m.security_log_competition({ id: competition_id }),
    network,
  );
  return (
    <li>
      <p className="row">
        <strong>{m.security_kind({ kind })}</strong>
        {count > 1 && (
          <span className="pill" data-kind="good">
            {m.security_log_times({ count })}
          </span>
        )}
        <time dateTime={at} className="soft end">
          {formatMoment(at)}
        </time>
      </p>
      {about && <p>{accountName(about)}</p>}
      {unknown_account !== null && <p>{m.security_log_unknown({ sign: unknown_account })}</p>}
      {notes && <p className="soft">{notes}</p>}
      {detail && (
        <p>
          <code>{detail}</code>
        </p>
      )}
    </li>
  );
}
