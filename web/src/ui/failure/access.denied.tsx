import type { LinkProps } from '@tanstack/react-router';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { denyAccess } from '../../api/denied.ts';
import { m } from '../../paraglide/messages.js';

interface Props {
  /** The server's sentence, if it refused. */
  message?: string;
  /** Why that is so, and who can change it. */
  why: string;
  back?: LinkProps & { label: string };
}

/** A page that the reader may not open: the Access Denied dialog, and beneath it a way back (A5). */
export function AccessDenied({ message = m.error_403(), why, back }: Props) {
  useEffect(() => denyAccess(message), [message]);
  const { label, ...way } = back ?? { to: '/competitions', label: m.my_competitions() };
  return (
    <div className="card panel panel-empty">
      <h2>{m.page_not_open()}</h2>
      <p className="soft">{why}</p>
      <Link {...way} className="button button-go">
        {label}
      </Link>
    </div>
  );
}
