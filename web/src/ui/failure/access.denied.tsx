import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type Denial, denyAccess } from '../../api/denied.ts';
import { m } from '../../paraglide/messages.js';
import { Empty } from '../parts/empty.tsx';

interface Props {
  /** What the dialog says: the server's refusal, if it refused. */
  denial?: Denial;
  /** The reason, and who can change it. */
  why: string;
  back?: LinkProps & { label: string };
  /** What the reader can do about it. */
  children?: ReactNode;
}

/** Shown for a page that the reader may not open: the Access Denied dialog, with a link back below it (A5). */
export function AccessDenied({
  denial: { message, code } = { message: m.error_status({ status: '403' }) },
  why,
  back,
  children,
}: Props) {
  useEffect(() => denyAccess({ message, code }), [message, code]);
  const { label, ...way } = back ?? { to: '/competitions', label: m.my_competitions() };
  return (
    <Empty title={m.page_not_open()} why={why}>
      {children}
      <Link {...way} className="button button-go">
        {label}
      </Link>
    </Empty>
  );
}
