import { isJudgeName } from '@dossard/contract/calls/account.header.ts';
import type { OutboxRun as FileRun, OutboxFile } from '@dossard/contract/runs/outbox.file.schema.ts';
import type { ReceiptFile } from '@dossard/contract/runs/receipt.schema.ts';
import { useInterval } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useWakeLock } from '../../device/hardware.ts';
import { laterPart } from '../../device/later.part.ts';
import { useNetwork } from '../../device/online.ts';
import { saveJson } from '../../device/save.file.ts';
import { m } from '../../paraglide/messages.js';
import { isJudging, knownUser } from '../../session/session.store.ts';
import { Desk } from '../../ui/frame/desk.tsx';
import { Alert } from '../../ui/parts/alert.tsx';
import { ButtonLink } from '../../ui/parts/button.link.tsx';
import { Empty } from '../../ui/parts/empty.tsx';
import { PlainButton } from '../../ui/parts/plain.button.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import { isUnsent, type KeptRun } from '../outbox/kept.run.ts';
import { moveRun, useOutbox } from '../outbox/outbox.ts';
import { holdsMessage } from '../phone/phone.notes.ts';
import { OutboxRun } from './outbox.run.tsx';
import styles from './unsent.module.css';

const WaitingMessages = laterPart(() => import('../told/waiting.messages.tsx'), 'WaitingMessages');

/** The runs on this phone: unsent ones with the reason and the possible actions, and sent ones. */
export default function OutboxPage() {
  const { runs, durable } = useOutbox();
  const user = knownUser();
  /** The runs shown as codes: those that were unsent when the codes were opened. */
  const [codes, setCodes] = useState<OutboxFile[]>();
  const unsent = runs?.filter(isUnsent) ?? [];
  const mine = unsent.filter((run) => run.user === user);
  const others = unsent.filter((run) => run.user !== user);
  const discarded = runs?.filter(({ state }) => state === 'discarded') ?? [];
  const sent = runs?.filter(({ state }) => state === 'sent').reverse() ?? [];
  const empty = runs && unsent.length === 0 && <Empty title={m.outbox_empty()} why={m.outbox_empty_why()} />;
  return (
    <Desk
      title={m.phone_runs()}
      subtitle={m.unsent_runs_why()}
      back={
        isJudging() ? { to: '/judge', label: m.judge_title() } : { to: '/competitions', label: m.my_competitions() }
      }
      actions={
        unsent.length > 0 && (
          <>
            <Ways unsent={unsent} mine={mine} />
            <PlainButton
              action={codes ? m.codes_hide() : m.codes_show()}
              onClick={() => setCodes(codes ? undefined : writeOutboxFiles(unsent, new Date()))}
            />
          </>
        )
      }
    >
      {codes && <QrSeries files={codes} />}
      {!durable && <Alert kind="warning" title={m.outbox_not_durable()} />}
      {holdsMessage() ? (
        <Suspense>
          <WaitingMessages>{empty}</WaitingMessages>
        </Suspense>
      ) : (
        empty
      )}
      <Runs title={m.outbox_mine()} runs={mine} />
      {others.length > 0 && (
        <Alert kind="note" title={m.outbox_others({ email: [...new Set(others.map(senderOf))].join(', ') })}>
          {!isJudging() && <ButtonLink to="/login" label={m.sign_in()} />}
        </Alert>
      )}
      <Runs title={m.outbox_of_others()} runs={others} />
      <Runs title={m.outbox_discarded()} runs={discarded} />
      <Runs title={m.outbox_sent()} runs={sent}>
        <ReceiptsExport sent={sent} />
      </Runs>
    </Desk>
  );
}

/** Names who recorded a run: an account by its address, a judge with a link by name. */
const senderOf = ({ user, referee_name }: KeptRun) => (isJudgeName(user) ? referee_name : user);

/** Actions on all unsent runs: retry now, or save a file as the last resort. */
function Ways({ unsent, mine }: { unsent: readonly KeptRun[]; mine: readonly KeptRun[] }) {
  const offline = useNetwork() === 'offline';
  const retryable = mine.filter(({ state }) => state === 'waiting' || state === 'refused');
  function saveFiles() {
    for (const file of writeOutboxFiles(unsent, new Date())) saveJson(file, outboxFileName(file));
  }
  return (
    <>
      {retryable.length > 0 && !offline && (
        <PlainButton
          action={m.retry_all()}
          look="go"
          onClick={() => {
            for (const { submission } of retryable) {
              void moveRun(submission.submission_id, { type: 'retried', now: Date.now() });
            }
          }}
        />
      )}
      <PlainButton action={m.outbox_save_file()} onClick={saveFiles} />
    </>
  );
}

function Runs({ title, runs, children }: { title: string; runs: readonly KeptRun[]; children?: ReactNode }) {
  if (runs.length === 0) return null;
  return (
    <section className="below" aria-label={title}>
      <h2>
        {title} <span className="soft numbers">({runs.length})</span>
      </h2>
      {children}
      <ul className="list">
        {runs.map((run) => (
          <li key={run.submission.submission_id}>
            <OutboxRun run={run} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Exports the receipts of sent runs as a file, which `npm run verify` compares with the history (H4). */
function ReceiptsExport({ sent }: { sent: readonly KeptRun[] }) {
  const receipts = listReceipts(sent);
  function save() {
    const file: ReceiptFile = { dossard_receipts: 1, exported_at: new Date().toISOString(), receipts };
    const day = file.exported_at.slice(0, 10);
    saveJson(file, `dossard-receipts-${day}.json`);
  }
  if (receipts.length === 0) return null;
  return (
    <div className="list start">
      <p className="soft">{m.outbox_receipts_why()}</p>
      <PlainButton action={m.receipts_export()} onClick={save} />
    </div>
  );
}

/** Lists the receipts of sent runs, the latest first, without riders' names. */
const listReceipts = (sent: readonly KeptRun[]): ReceiptFile['receipts'] =>
  sent.flatMap(({ submission, zone_name, receipt, ended_at }) => {
    if (!receipt || ended_at === null) return [];
    const { submission_id, competition_id, dossard } = submission;
    const confirmed_at = new Date(ended_at).toISOString();
    return [{ submission_id, competition_id, zone_name, dossard, ...receipt, confirmed_at }];
  });

/** Creates the files of unsent runs that an organiser can import, one for each competition. */
function writeOutboxFiles(runs: readonly KeptRun[], now: Date): OutboxFile[] {
  const listed = runs.filter(isUnsent).map(
    ({ submission, referee_name, rider, unknown_bib }): FileRun => ({
      ...submission,
      referee_name,
      user: null,
      ...(unknown_bib && { category: rider.category, gender: rider.gender }),
    }),
  );
  return [...new Set(listed.map((run) => run.competition_id))].map((competition_id) => ({
    dossard_outbox: 1,
    competition_id,
    exported_at: now.toISOString(),
    runs: listed.filter((run) => run.competition_id === competition_id),
  }));
}

/** Returns the name of such a file: competition, day and minute. */
function outboxFileName({ competition_id, exported_at }: OutboxFile): string {
  return `dossard-${competition_id}-${exported_at.slice(0, 16).replace(/\D/g, '')}.json`;
}

/** Shows unsent runs as QR codes in an endless cycle, for the camera of an organiser's laptop (O7). */
function QrSeries({ files }: { files: readonly OutboxFile[] }) {
  const { data, error } = useQuery({
    queryKey: ['run-codes', files[0]?.exported_at],
    queryFn: () => drawSeries(files),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  useWakeLock(data !== undefined);
  const section = useRef<HTMLElement>(null);
  // A code that is partly outside the window cannot be read.
  useEffect(() => {
    if (data) section.current?.scrollIntoView({ block: 'start' });
  }, [data]);
  return (
    <section ref={section} className={`card panel above ${styles.codes}`} aria-label={m.codes_show()}>
      {error && <Alert kind="problem" title={m.codes_failed()} />}
      {!error && !data && <Waiting className={styles.code} />}
      {data && <Codes {...data} />}
      <p className="soft">{m.codes_why()}</p>
    </section>
  );
}

type Series = Awaited<ReturnType<typeof drawSeries>>;

async function drawSeries(files: readonly OutboxFile[]) {
  const [{ drawQr }, { frameMs, writeFrames }] = await Promise.all([
    import('../../ui/parts/qr.drawing.ts'),
    import('../outbox/run.frames.ts'),
  ]);
  return { frameMs, codes: (await writeFrames(files)).map(drawQr) };
}

function Codes({ codes, frameMs }: Series) {
  const [shown, setShown] = useState(0);
  useInterval(() => setShown((index) => (index + 1) % codes.length), frameMs, { autoInvoke: true });
  const code = codes[shown];
  if (!code) return null;
  const position = { number: shown + 1, total: codes.length };
  return (
    <>
      <svg
        className={styles.code}
        // Twice the usual margin, because the page around it may be dark.
        viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`}
        role="img"
        aria-label={m.codes_label(position)}
      >
        <rect x={-2} y={-2} width={code.size + 4} height={code.size + 4} fill="#fff" />
        <path d={code.path} fill="#000" shapeRendering="crispEdges" />
      </svg>
      <p className="numbers">{m.codes_of(position)}</p>
    </>
  );
}
