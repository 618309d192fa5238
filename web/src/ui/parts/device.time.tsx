import { useHydrated } from '../../device/hydrated.ts';

interface Props {
  children: string;
  className?: string;
  'data-published'?: string;
  'data-complaints'?: string | null;
}

/**
 * A text with a time of day. The server does not know the reader's clock or time zone: its text is invisible and only
 * keeps the space for the device's text. In a frame `public/device.facts.ts` fills that in.
 */
export function DeviceTime({ className = '', ...props }: Props) {
  const hydrated = useHydrated();
  return (
    <span
      key={String(hydrated)}
      className={`numbers ${className}`}
      data-of-server={hydrated ? undefined : ''}
      suppressHydrationWarning
      {...props}
    />
  );
}
