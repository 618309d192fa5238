import { useQuery } from '@tanstack/react-query';
import { m } from '../../paraglide/messages.js';
import { Alert } from './alert.tsx';
import './qr.code.css';
import { Button } from './button.tsx';

/** A QR code of 300 px, black on white in every theme; the code that draws it is loaded on first use. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('./qr.drawing.ts')).drawQr(text),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error)
    return (
      <Alert kind="problem" title={m.qr_failed()}>
        <Button action={m.retry()} onClick={() => void refetch()} />
      </Alert>
    );
  if (!data) return <div className="qr-code skeleton" aria-busy="true" />;
  return (
    <svg className="qr-code" viewBox={`0 0 ${data.size} ${data.size}`} role="img" aria-label={label}>
      <rect width={data.size} height={data.size} fill="#fff" />
      <path d={data.path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
