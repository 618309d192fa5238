import { Menu } from '@mantine/core';
import { m } from '../../paraglide/messages.js';
import { IconButton } from './icons.tsx';

interface Props {
  /** The name of the thing that the actions are for. */
  what: string;
  actions: readonly { label: string; act: () => void; isDanger?: boolean }[];
  autoFocus?: boolean;
}

/** The rarer actions for one thing, behind a button with three dots. */
export function ActionMenu({ what, actions, autoFocus }: Props) {
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <IconButton icon="more" label={m.actions_for({ what })} autoFocus={autoFocus} />
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, act, isDanger }) => (
          <Menu.Item key={label} onClick={act} className={isDanger ? 'menu-danger' : undefined}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
