import { Popover } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { onProofRequired } from '../api/proof.ts';
import { mayAdminister, useCompetition } from '../desk/may.ts';
import { VisibilityLabel } from '../desk/visibility.label.tsx';
import { laterPart } from '../device/later.part.ts';
import { m } from '../paraglide/messages.js';
import { profile } from '../queries/account.queries.ts';
import { fullName } from '../riders/rider.words.tsx';
import { readerHere } from '../session/session.store.ts';
import { parseId } from '../text/address.ts';
import { Dialog } from '../ui/dialogs/dialog.tsx';
import { HouseTheme } from '../ui/frame/house.theme.tsx';
import { PageFoot, PageHead } from '../ui/frame/page.frame.tsx';
import { ReaderChoices } from '../ui/frame/reader.choices.tsx';
import { Button } from '../ui/parts/button.tsx';
import { Icon } from '../ui/parts/icons.tsx';
import { PlainButton } from '../ui/parts/plain.button.tsx';
import { AlarmBanner, CallBanner } from './banners.tsx';
import { CompetitionName, CompetitionNav } from './competition.nav.tsx';
import styles from './desk.frame.module.css';
import { SignOut } from './sign.out.tsx';
import { StepBar } from './step.bar.tsx';

// Lazy, because most visits never search.
const loadGoTo = () => import('./go.to.dialog.tsx');
const GoToDialog = laterPart(loadGoTo, 'GoToDialog');
const ProofDialog = laterPart(() => import('./proof.dialog.tsx'), 'ProofDialog');
/** When the search is preloaded, in milliseconds: the first keys after Ctrl-K must not be lost while it loads. */
const searchAheadMs = 2_000;

/** The frame of the organisers' pages: a competition's name and navigation, and on every page the reader's menu. */
export default function DeskFrame() {
  const { competitionId: id } = useParams({ strict: false });
  const competitionId = parseId(id ?? '') || undefined;
  /** Set while the search is open; `take` returns the keys typed before its field appeared. */
  const [searching, setSearching] = useState<{ take: () => string }>();
  useEffect(() => {
    // Fails without network; opening the search then loads it again and shows the error.
    const ahead = setTimeout(() => void loadGoTo().catch(() => undefined), searchAheadMs);
    return () => clearTimeout(ahead);
  }, []);
  /** Set while the reader is asked to prove their identity. */
  const [proving, setProving] = useState<{ onAnswer: (isProven: boolean) => void }>();
  useEffect(
    () =>
      onProofRequired(
        () =>
          new Promise((resolve) => {
            const onAnswer = (isProven: boolean) => {
              setProving(undefined);
              resolve(isProven);
            };
            setProving({ onAnswer });
          }),
      ),
    [],
  );
  const search = () => searching || setSearching(collectTyped());
  useHotkeys([['mod+K', search]], []);
  // Beside a dialog, whose buttons it would cover in the middle; on a phone those are at the bottom.
  const narrow = useMediaQuery('(max-width: 40rem)', undefined, { getInitialValueInEffect: false });
  const alarms = <AlarmBanner competitionId={competitionId} />;
  return (
    <HouseTheme>
      <Notifications
        limit={2}
        {...(narrow
          ? { position: 'top-center', className: 'no-print' }
          : { position: 'bottom-left', className: 'no-print floating' })}
      />
      <div className={`no-print ${styles.head}`}>
        <PageHead>
          {competitionId ? <CompetitionName competitionId={competitionId} /> : <span />}
          {competitionId && (
            <ShareButton competitionId={competitionId}>
              <SearchButton onClick={search} />
            </ShareButton>
          )}
          <AccountMenu />
        </PageHead>
        {competitionId && <CompetitionNav competitionId={competitionId} />}
      </div>
      {competitionId ? <CallBanner competitionId={competitionId}>{alarms}</CallBanner> : alarms}
      {competitionId && <StepBar key={competitionId} competitionId={competitionId} />}
      <Outlet />
      <PageFoot />
      <Suspense>
        {proving && <ProofDialog onAnswer={proving.onAnswer} />}
        {searching && (
          <GoToDialog
            competitionId={competitionId}
            takeTyped={searching.take}
            onClose={() => setSearching(undefined)}
          />
        )}
      </Suspense>
    </HouseTheme>
  );
}

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the search for riders and pages, and shows its keyboard shortcut. */
function SearchButton({ onClick }: { onClick: () => void }) {
  const keys = onMac ? '⌘ K' : m.go_to_keys();
  return (
    <PlainButton className={styles.search} onClick={onClick} aria-keyshortcuts="Control+K Meta+K">
      <Icon name="magnifier" />
      <span>{m.go_to_short()}</span> <kbd>{keys}</kbd>
    </PlainButton>
  );
}

/** Maximum time to collect keys for a field that never appears, in milliseconds. */
const patienceMs = 5_000;

/**
 * Collects typed keys until a field has appeared, so that none is lost in between. `take` ends the collection and
 * returns the text.
 */
function collectTyped(): { take: () => string } {
  let text = '';
  function collect(event: KeyboardEvent) {
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    text += event.key;
    event.preventDefault();
  }
  const end = () => window.removeEventListener('keydown', collect, true);
  window.addEventListener('keydown', collect, true);
  setTimeout(end, patienceMs);
  return {
    take() {
      end();
      const taken = text;
      text = '';
      return taken;
    },
  };
}

const SharePanel = laterPart(() => import('../features/share/share.panel.tsx'), 'SharePanel');

interface ShareProps {
  competitionId: number;
  /** Shown beside it; it waits for the competition too, or it would move. */
  children: ReactNode;
}

/** Whether a competition is public; for its organisers a button that opens everything to share. */
function ShareButton({ competitionId, children }: ShareProps) {
  const { read, competition, may } = useCompetition(competitionId);
  const [isOpen, setIsOpen] = useState(false);
  const href = useLocation({ select: ({ href }) => href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the panel.
  useEffect(() => setIsOpen(false), [href]);
  if (!competition) return read.error ? children : null;
  return (
    <>
      {children}
      {may('manage_competition') ? (
        <PlainButton
          className={styles.share}
          data-public={competition.is_public || undefined}
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        >
          <Icon name={competition.is_public ? 'globe' : 'lock'} size={16} />
          <strong>{competition.is_public ? m.visibility_public() : m.visibility_private()}</strong>
          <span> · {m.share()}</span>
        </PlainButton>
      ) : (
        <VisibilityLabel isPublic={competition.is_public} />
      )}
      {isOpen && (
        <Dialog
          onClose={() => setIsOpen(false)}
          title={m.share()}
          centered={false}
          size="26rem"
          yOffset="3.5rem"
          classNames={{ inner: styles.shareInner ?? '' }}
        >
          <Suspense>
            <SharePanel competition={competition} />
          </Suspense>
        </Dialog>
      )}
    </>
  );
}

/** The reader's menu: competitions, profile, language, theme, and signing out. */
function AccountMenu() {
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
            <PlainButton
              className={styles.open}
              aria-label={`${initialsOf(name)} ${m.account_menu()}`}
              title={name}
              onClick={toggle}
            >
              <span key={name}>{initialsOf(name)}</span>
            </PlainButton>
          </Popover.Target>
          <Popover.Dropdown className={styles.menu}>
            <p className={styles.who}>
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
