import { Menu } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, Suspense, useState } from 'react';
import { m } from '../../paraglide/messages.js';
import { CloseDialog } from '../fields/form.state.ts';
import { IconButton } from '../parts/icons.tsx';

/** Does something, opens a dialog as it is then, whose code may be loaded on first use, or leads to a page. */
type Action = { label: string; isDanger?: boolean } & ({ act: () => void } | { open: ReactNode } | { to: LinkProps });

interface Props {
  /** The name of the thing that the actions are for. */
  what?: string;
  /** What opens them, in place of the three dots. */
  button?: ReactElement;
  actions: readonly Action[];
  autoFocus?: boolean;
}

/** The rarer actions for one thing, behind a button; nothing if there are none. */
export function ActionMenu({ what = '', actions, autoFocus, button }: Props) {
  const [opened, setOpened] = useState<ReactNode>();
  const dialog = (
    <CloseDialog value={() => setOpened(undefined)}>
      <Suspense>{opened}</Suspense>
    </CloseDialog>
  );
  if (actions.length === 0) return dialog;
  return (
    <>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          {button ?? <IconButton icon="more" label={m.actions_for({ what })} autoFocus={autoFocus} />}
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, isDanger, ...action }) => (
            <Menu.Item
              key={label}
              className={isDanger ? 'menu-danger' : undefined}
              {...('to' in action
                ? { renderRoot: (props) => <Link {...props} {...action.to} /> }
                : { onClick: () => ('open' in action ? setOpened(action.open) : action.act()) })}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
