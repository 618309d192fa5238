import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { mayAdminister } from '../../desk/may.ts';
import { m } from '../../paraglide/messages.js';
import { profile } from '../../queries/account.queries.ts';
import { AccessDenied } from '../../ui/failure/access.denied.tsx';
import { Reading } from '../../ui/failure/reading.tsx';
import { Desk } from '../../ui/frame/desk.tsx';

interface Props extends Omit<Parameters<typeof Desk>[0], 'back'> {
  /** What a reader of this page must be allowed to do. */
  needs: keyof ReturnType<typeof mayAdminister>;
  children: ReactNode;
}

/** The frame of the pages below the administration; denies readers who may not open them (A5). */
export function AdministrationDesk({ needs, children, ...desk }: Props) {
  return (
    <Desk {...desk} back={{ to: '/admin', label: m.administration() }}>
      <Reading of={useQuery(profile())} waiting={20}>
        {(reader) => (mayAdminister(reader)[needs] ? children : <AccessDenied why={m.administration_denied()} />)}
      </Reading>
    </Desk>
  );
}
