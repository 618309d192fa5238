import { Popover } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { mayAdminister } from '../desk/may.ts';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { fullName } from '../riders/rider.words.tsx';
import { readerHere } from '../session/session.store.ts';
import { ReaderChoices } from '../ui/frame/reader.choices.tsx';
import { Button } from '../ui/parts/button.tsx';
import styles from './account.menu.module.css';
import { SignOut } from './sign.out.tsx';

/** The reader's menu: competitions, profile, language, theme, and signing out. */
export function AccountMenu() {
  const [open, setOpen] = useState(false);
  const { data: reader } = useQuery(profile());
  const { loadStartPage } = useRouter().options.context;
  const pathname = useLocation({ select: (location) => location.pathname });
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating to another page closes the menu.
  useEffect(() => setOpen(false), [pathname]);
  const name = reader ? fullName(reader) : readerHere();
  function toggle() {
    // Loaded now, because signing out must also work without network.
    if (!open) void loadStartPage();
    setOpen(!open);
  }
  return (
    <SignOut>
      {(onSignOut) => (
        <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus width="min(21rem, 94vw)">
          <Popover.Target>
            <button
              type="button"
              className={`button ${styles.open}`}
              aria-label={`${initialsOf(name)} ${m.account_menu()}`}
              title={name}
              onClick={toggle}
            >
              <span key={name}>{initialsOf(name)}</span>
            </button>
          </Popover.Target>
          <Popover.Dropdown className={styles.menu}>
            <p className={styles.name}>
              <strong>{name}</strong>
              {reader && name !== reader.email && <span className="soft">{reader.email}</span>}
            </p>
            <Link to="/competitions">{m.my_competitions()}</Link>
            <Link to="/profile">{m.profile()}</Link>
            <Link to="/competitions/guide">{m.guide()}</Link>
            <Link to="/competitions/guide/referee">{m.guide_referee()}</Link>
            {mayAdminister(reader).passwords && <Link to="/admin">{m.administration()}</Link>}
            <ReaderChoices />
            <Button
              action={m.sign_out()}
              onClick={() => {
                setOpen(false);
                onSignOut();
              }}
            />
          </Popover.Dropdown>
        </Popover>
      )}
    </SignOut>
  );
}

/** Returns the first letters of the first and the last word of a name. */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .filter((_, index, words) => index === 0 || index === words.length - 1)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('');
