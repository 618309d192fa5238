import { createNotice, deleteNotice } from '@dossard/contract/notices/notice.endpoints.ts';
import { maxNotice, type Notice, noticeInputSchema } from '@dossard/contract/notices/notice.schema.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { noticesOf } from '../../queries/notice.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { formatMoment } from '../../text/formats.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm.dialog.tsx';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { StaleNote } from '../../ui/failure/stale.note.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { toast } from '../../ui/parts/toast.ts';
import styles from './notices.module.css';

/** Sends a notice to the referees of one zone or all, and shows who confirmed it (N1, N3). */
export function NoticesCard({ competitionId }: { competitionId: number }) {
  return (
    <section className="card panel" aria-labelledby="notices-title">
      <div>
        <h2 id="notices-title">{m.notices()}</h2>
        <p className="soft">{m.notices_why()}</p>
      </div>
      <NoticeForm competitionId={competitionId} />
      <OpenNotices competitionId={competitionId} />
    </section>
  );
}

function NoticeForm({ competitionId }: { competitionId: number }) {
  const queryClient = useQueryClient();
  const zones = useQuery(zonesOf(competitionId));
  const [text, setText] = useState('');
  const { formProps, problems, sending } = useCheckedForm({
    schema: noticeInputSchema,
    values: (fields) => {
      const zone = String(fields.get('zone_id') ?? '');
      return { text: fields.get('text'), zone_id: zone === '' ? null : Number(zone) };
    },
    send: (body) => callApi(createNotice, { params: { id: competitionId }, body }),
    onDone: (sent) => {
      // Text typed while sending is kept as the next notice; the zone stays chosen.
      setText((now) => (now.trim() === sent.text ? '' : now));
      toast('notice', m.notice_sent());
      void queryClient.invalidateQueries({ queryKey: noticesOf(competitionId).queryKey });
    },
  });
  return (
    <form {...formProps} className={styles.form}>
      <TextField
        name="text"
        label={m.notice()}
        placeholder={m.notice_example()}
        maxLength={maxNotice}
        problem={problems.text}
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
      />
      <SelectField name="zone_id" label={m.notice_for()} problem={problems.zone_id}>
        <option value="">{m.notice_for_all()}</option>
        {zones.data?.zones.map((zone) => (
          <option key={zone.id} value={zone.id}>
            {zone.name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className="button button-go" disabled={sending.isPending}>
        {sending.isPending ? m.sending() : m.notice_send()}
      </button>
      {sending.error && <FailureAlert error={sending.error} />}
      {zones.error && !zones.data && <FailureAlert error={zones.error} retry={() => void zones.refetch()} />}
    </form>
  );
}

function OpenNotices({ competitionId }: { competitionId: number }) {
  const { data, error, refetch, dataUpdatedAt } = useQuery(noticesOf(competitionId));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data || data.notices.length === 0) return null;
  return (
    <>
      <StaleNote error={error} at={dataUpdatedAt} retry={() => void refetch()} />
      <ul className={styles.notices}>
        {data.notices.map((notice) => (
          <OpenNotice key={notice.id} competitionId={competitionId} notice={notice} />
        ))}
      </ul>
    </>
  );
}

function OpenNotice({ competitionId, notice }: { competitionId: number; notice: Notice }) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState(false);
  const withdraw = async () => {
    await callApi(deleteNotice, { params: { id: competitionId, notice: notice.id } });
    await queryClient.invalidateQueries({ queryKey: noticesOf(competitionId).queryKey });
  };
  const names = notice.confirmed_by.map(({ name, confirmed_at }) =>
    m.notice_confirmed_at({ name, time: formatMoment(new Date(confirmed_at)) }),
  );
  return (
    <li className={styles.notice}>
      <div>
        <p className={styles.text}>{notice.text}</p>
        <p className="soft">
          {notice.zone_name ?? m.notice_for_all()} · {notice.sent_by} · {formatMoment(new Date(notice.sent_at))}
        </p>
        <p role="status">
          {names.length === 0 ? m.notice_not_confirmed() : m.notice_confirmed_by({ names: names.join(', ') })}
        </p>
      </div>
      <button type="button" className="button" onClick={() => setAsked(true)}>
        {m.notice_withdraw()}
        <span className="visually-hidden"> {notice.text}</span>
      </button>
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={m.notice_withdraw_sure()}
        action={m.notice_withdraw()}
        {...(names.length > 0 && {
          understood: { label: m.cannot_be_undone(), missing: m.confirm_cannot_be_undone() },
        })}
        act={withdraw}
        onDone={() => setAsked(false)}
      >
        <p>
          <strong>{notice.text}</strong> {names.length > 0 && m.notice_withdraw_loses()}
        </p>
      </ConfirmDialog>
    </li>
  );
}
