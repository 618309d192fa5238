import { createNotice, deleteNotice } from '@dossard/contract/notices/notice.endpoints.ts';
import { maxNotice, type Notice, noticeInputSchema } from '@dossard/contract/notices/notice.schema.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { m } from '../../paraglide/messages.js';
import { noticesOf } from '../../queries/notice.queries.ts';
import { zonesOf } from '../../queries/zone.queries.ts';
import { formatTime } from '../../text/formats.ts';
import { FailureAlert } from '../../ui/failure/failure.alert.tsx';
import { SelectField, TextField } from '../../ui/fields/text.field.tsx';
import { useCheckedForm } from '../../ui/forms/checked.form.ts';
import { toast } from '../../ui/parts/toast.ts';
import styles from './notices.module.css';

/** Sends a sentence to the referees of a zone, or to all, and shows who confirmed it (N1, N3). */
export function NoticesCard({ competitionId }: { competitionId: number }) {
  // The form is a new one after each notice.
  const [sent, setSent] = useState(0);
  return (
    <section className="card panel" aria-labelledby="notices-title">
      <div>
        <h2 id="notices-title">{m.notices()}</h2>
        <p className="soft">{m.notices_why()}</p>
      </div>
      <NoticeForm key={sent} competitionId={competitionId} onSent={() => setSent(sent + 1)} />
      <OpenNotices competitionId={competitionId} />
    </section>
  );
}

function NoticeForm({ competitionId, onSent }: { competitionId: number; onSent: () => void }) {
  const queryClient = useQueryClient();
  const zones = useQuery(zonesOf(competitionId)).data?.zones ?? [];
  const { formProps, problems, sending } = useCheckedForm({
    schema: noticeInputSchema,
    values: (fields) => {
      const zone = String(fields.get('zone_id') ?? '');
      return { text: fields.get('text'), zone_id: zone === '' ? null : Number(zone) };
    },
    send: (body) => callApi(createNotice, { params: { id: competitionId }, body }),
    onDone: () => {
      toast('notice', m.notice_sent());
      void queryClient.invalidateQueries({ queryKey: noticesOf(competitionId).queryKey });
      onSent();
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
        autoComplete="off"
      />
      <SelectField name="zone_id" label={m.notice_for()} problem={problems.zone_id}>
        <option value="">{m.notice_for_all()}</option>
        {zones.map((zone) => (
          <option key={zone.id} value={zone.id}>
            {zone.name}
          </option>
        ))}
      </SelectField>
      <button type="submit" className="button button-go" disabled={sending.isPending}>
        {sending.isPending ? m.sending() : m.notice_send()}
      </button>
      {sending.error && <FailureAlert error={sending.error} />}
    </form>
  );
}

function OpenNotices({ competitionId }: { competitionId: number }) {
  const { data, error, refetch } = useQuery(noticesOf(competitionId));
  if (error && !data) return <FailureAlert error={error} retry={() => void refetch()} />;
  if (!data || data.notices.length === 0) return null;
  return (
    <ul className={styles.notices}>
      {data.notices.map((notice) => (
        <OpenNotice key={notice.id} competitionId={competitionId} notice={notice} />
      ))}
    </ul>
  );
}

function OpenNotice({ competitionId, notice }: { competitionId: number; notice: Notice }) {
  const queryClient = useQueryClient();
  const withdrawal = useMutation({
    mutationFn: () => callApi(deleteNotice, { params: { id: competitionId, notice: notice.id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: noticesOf(competitionId).queryKey }),
  });
  const names = notice.confirmed_by.map(({ name, confirmed_at }) =>
    m.notice_confirmed_at({ name, time: formatTime(new Date(confirmed_at), 'minute') }),
  );
  return (
    <li className={styles.notice}>
      <div>
        <p className={styles.text}>{notice.text}</p>
        <p className="soft">
          {notice.zone_name ?? m.notice_for_all()} · {notice.sent_by} · {formatTime(new Date(notice.sent_at), 'minute')}
        </p>
        <p role="status">
          {names.length === 0 ? m.notice_not_confirmed() : m.notice_confirmed_by({ names: names.join(', ') })}
        </p>
        {withdrawal.error && <FailureAlert error={withdrawal.error} />}
      </div>
      <button type="button" className="button" disabled={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
        {m.notice_withdraw()}
        <span className="visually-hidden"> {notice.text}</span>
      </button>
    </li>
  );
}
