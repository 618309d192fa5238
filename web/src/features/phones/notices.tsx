import { createNotice, deleteNotice, listNotices } from '@dossard/contract/notices/notice.endpoints.ts';
import { type Notice, noticeInputSchema } from '@dossard/contract/notices/notice.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePageCompetition } from '../../desk/page.competition.ts';
import { m } from '../../paraglide/messages.js';
import { perform } from '../../queries/perform.ts';
import { read } from '../../queries/read.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmButton } from '../../ui/dialogs/confirm.dialog.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { Form, FormFailure, SubmitButton, useCheckedForm } from '../../ui/forms/form.tsx';
import styles from './notices.module.css';

/** How often confirmations are polled, in milliseconds. */
const noticesMs = 10_000;

/** Sends a notice to the referees of one zone or all, and shows who confirmed it (N1, N3). */
export function Notices() {
  return (
    <div className="stack">
      <p className="soft">{m.notices_why()}</p>
      <NoticeForm />
      <OpenNotices />
    </div>
  );
}

function NoticeForm() {
  const { id } = usePageCompetition();
  const zones = useQuery(zonesOf(id));
  const [text, setText] = useState('');
  const { formProps } = useCheckedForm({
    schema: noticeInputSchema,
    values: (fields) => {
      const zone = String(fields.get('zone_id') ?? '');
      return { text: fields.get('text'), zone_id: zone === '' ? null : Number(zone) };
    },
    send: (body) => perform(createNotice, { params: { id }, body, said: m.notice_sent() }),
    onDone: (sent) => {
      // Text typed while sending is kept as the next notice; the zone stays chosen.
      setText((now) => (now.trim() === sent.text ? '' : now));
    },
  });
  return (
    <Form {...formProps} className={`stack ${styles.form}`}>
      <TextField
        name="text"
        label={m.notice()}
        placeholder={m.notice_example()}
        value={text}
        onValue={setText}
        autoComplete="off"
      />
      <SelectField
        name="zone_id"
        label={m.notice_for()}
        empty={m.notice_for_all()}
        options={zones.data?.zones.map((zone) => [zone.id, zone.name])}
      />
      <SubmitButton action={m.notice_send()} meanwhile={m.sending()} />
      <FormFailure />
      <Reading of={zones} />
    </Form>
  );
}

function OpenNotices() {
  const { id } = usePageCompetition();
  return (
    <Reading of={useQuery(read(listNotices, { params: { id } }, { refetchInterval: noticesMs }))} showsAge>
      {({ notices }) =>
        notices.length > 0 && (
          <ul className="lines">
            {notices.map((notice) => (
              <OpenNotice key={notice.id} notice={notice} />
            ))}
          </ul>
        )
      }
    </Reading>
  );
}

function OpenNotice({ notice }: { notice: Notice }) {
  const { id } = usePageCompetition();
  const names = notice.confirmed_by.map(({ name, confirmed_at }) =>
    m.notice_confirmed_at({ name, time: formatMoment(confirmed_at) }),
  );
  return (
    <li className="row apart">
      <div>
        <p className="grow name">{notice.text}</p>
        <p className="soft">
          {notice.zone_name ?? m.notice_for_all()} · {notice.sent_by} · {formatMoment(notice.sent_at)}
        </p>
        <p role="status">
          {names.length === 0 ? m.notice_not_confirmed() : m.notice_confirmed_by({ names: names.join(', ') })}
        </p>
      </div>
      <ConfirmButton
        of={notice.text}
        title={m.notice_withdraw_sure()}
        action={m.notice_withdraw()}
        {...(names.length > 0 && {
          understood: { label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() },
        })}
        act={() => perform(deleteNotice, { params: { id, notice: notice.id } })}
      >
        <p>
          <strong>{notice.text}</strong> {names.length > 0 && m.notice_withdraw_loses()}
        </p>
      </ConfirmButton>
    </li>
  );
}
