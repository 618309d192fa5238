import type { OutboxFile } from '@dossard/contract/runs/outbox.file.schema.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useWakeLock } from '../../device/hardware.ts';
import { m } from '../../paraglide/messages.js';
import { Alert } from '../../ui/parts/alert.tsx';
import { Waiting } from '../../ui/parts/waiting.tsx';
import styles from './unsent.module.css';

/** Shows unsent runs as QR codes in an endless cycle, for the camera of an organiser's laptop (O7). */
export function QrSeries({ files }: { files: readonly OutboxFile[] }) {
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
  useEffect(() => {
    const next = setInterval(() => setShown((index) => (index + 1) % codes.length), frameMs);
    return () => clearInterval(next);
  }, [codes, frameMs]);
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
